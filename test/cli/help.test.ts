import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runManifest } from '../helpers/cli.js';
import { manifest } from './commands.js';

const help = async (...words: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runManifest(manifest, words);
  assert.equal(code, 0, stderr);
  assert.equal(stderr, '');
  return stdout;
};

/** Help without the texts of the connection flags, which are long. */
const short = (text: string): string => text.replaceAll(/^(.*--(?:talosconfig|siderov1-keys-dir) string).*$/gm, '$1');

test('the program lists its commands under their headings', async () => {
  assert.equal(
    await help(),
    `Manage Talos Linux nodes through their API

Usage:
  talosctl [command]

Manage running Talos clusters:
  etcd        Work with etcd
  list        List files
  logs        Print the logs of a service
  version     Print versions

Generate and check machine configuration, without a node:
  gen         Make things

Additional Commands:
  help        Explain a command

Flags:
  -h, --help   help for talosctl

Use "talosctl [command] --help" for more information about a command.
`,
  );
});

test('a command explains its usage, aliases, examples and flags', async () => {
  assert.equal(
    short(await help('logs', '--help')),
    `Prints the logs of a service, oldest line first.

Usage:
  talosctl logs <service> [flags]

Aliases:
  logs, log

Examples:
  # the last lines
  talosctl logs kubelet --tail 5

Flags:
  -c, --cluster string             cluster to reach when the endpoint is a proxy for several
      --context string             context of the client configuration to use
  -e, --endpoints strings          endpoints to connect to (default: those of the context)
  -f, --follow                     go on as lines come
      --format plain, json         how lines look (default plain)
  -h, --help                       help for logs
  -n, --nodes strings              nodes that shall answer: addresses, names, all, controlplanes, workers, @group (default: those of the context)
      --siderov1-keys-dir string
      --since duration              (default 1m30s)
      --tail int32                 lines to print (default -1)
      --talosconfig string
`,
  );
});

test('a group lists its commands, and its flags become global for them', async () => {
  assert.equal(
    short(await help('etcd')),
    `Work with etcd

Usage:
  talosctl etcd [command]

Aliases:
  etcd, e

Available Commands:
  snapshot    Save a snapshot

Flags:
  -c, --cluster string             cluster to reach when the endpoint is a proxy for several
      --context string             context of the client configuration to use
  -e, --endpoints strings          endpoints to connect to (default: those of the context)
  -h, --help                       help for etcd
  -n, --nodes strings              nodes that shall answer: addresses, names, all, controlplanes, workers, @group (default: those of the context)
      --siderov1-keys-dir string
      --talosconfig string

Use "talosctl etcd [command] --help" for more information about a command.
`,
  );
  const snapshot = await help('etcd', 'snapshot', '-h');
  assert.match(
    snapshot,
    /\nFlags:\n {2}-h, --help {8}help for snapshot\n {2}-q, --quiet\n {6}--to string {3}where to\n\nGlobal Flags:\n/,
  );
});

test('a flag that a command repeats from its group stays global', async () => {
  const { stdout } = await runManifest(manifest, ['gen', 'ca', '--help']);
  assert.equal(
    stdout,
    `Make an authority

Usage:
  talosctl gen ca [flags]

Flags:
  -h, --help        help for ca
      --hours int    (default 8)

Global Flags:
  -f, --force   overwrite
`,
  );
});

test('help <words> is the same as <words> --help', async () => {
  for (const words of [['logs'], ['etcd', 'snapshot'], ['e'], []]) {
    assert.equal(await help('help', ...words), await help(...words, '--help'));
  }
  assert.equal(await help('help', '--help'), await help('help', 'help'));
});

test('--help before the words is no different', async () => {
  assert.equal(await help('--help', 'logs'), await help('logs', '-h'));
  assert.equal(await help('-h', 'etcd', 'snapshot'), await help('etcd', 'snapshot', '-h'));
});

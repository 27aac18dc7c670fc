import assert from 'node:assert/strict';
import { readFile, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { status } from '@grpc/grpc-js';
import { command } from '../../../src/commands/edit.js';
import type { Editor } from '../../../src/terminal/editor.js';
import { runCommand } from '../../helpers/cli.js';
import { StatusError } from '../../helpers/servers.js';
import { nodeConfig, startNodes } from './helpers.js';

/** An editor that plays back what a person does with each text opened. */
function editor(...edits: readonly ((text: string) => string)[]): {
  readonly opened: string[];
  readonly editor: Editor;
} {
  const opened: string[] = [];
  return {
    opened,
    editor: {
      edit: async (text) => {
        const edit = edits[opened.length];
        opened.push(text);
        assert.ok(edit, `the editor was opened ${opened.length} times`);
        return edit(text);
      },
    },
  };
}

const change = (text: string) => text.replace('rack: r1', 'rack: r2');
const keep = (text: string) => text;

test('an edited configuration goes back without our heading', async (t) => {
  const { nodes, applied } = await startNodes(t, ['a']);
  const person = editor(change);
  const { code, stdout, stderr } = await runCommand(command, ['mc'], { client: nodes.client(), editor: person.editor });
  assert.deepEqual([code, stdout, stderr], [0, '', 'Applied configuration without a reboot\n']);
  assert.equal(person.opened[0], `# Editing MachineConfigs.config.talos.dev/v1alpha1 at node a\n${nodeConfig}`);
  assert.equal(applied[0]?.config, change(nodeConfig));
});

test("a comment at the top that is the configuration's own stays", async (t) => {
  const { nodes, applied } = await startNodes(t, ['a']);
  const person = editor((text) => text.replace('version:', '# mine\nversion:'));
  await runCommand(command, ['mc'], { client: nodes.client(), editor: person.editor });
  assert.equal(applied[0]?.config, `# mine\n${nodeConfig}`);
});

test('nothing changed, or nothing left: nothing is applied, and the next node follows', async (t) => {
  const { nodes, applied } = await startNodes(t, ['a', 'b', 'c']);
  const person = editor(keep, () => '# all gone\n\n', change);
  const { code, stderr } = await runCommand(command, ['machineconfig'], {
    client: nodes.client(),
    editor: person.editor,
  });
  assert.equal(code, 0);
  assert.equal(
    stderr,
    'a: nothing was applied: nothing was changed\nb: nothing was applied: the file is empty\n' +
      'Applied configuration without a reboot\n',
  );
  assert.deepEqual(
    applied.map(({ node }) => node),
    ['c'],
  );
});

test('a rejected edit opens again with the reason on top', async (t) => {
  const { nodes, applied } = await startNodes(t, ['a'], ({ config }) => {
    if (config.includes('two words'))
      throw new StatusError(status.INVALID_ARGUMENT, 'label value\n"two words" is invalid');
    return {};
  });
  const person = editor(
    (text) => text.replace('rack: r1', 'rack: two words'),
    (text) => text.replace('two words\n', 'r2\n'),
  );
  const { code } = await runCommand(command, ['mc'], { client: nodes.client(), editor: person.editor });
  assert.equal(code, 0);
  assert.equal(
    person.opened[1],
    '# Editing MachineConfigs.config.talos.dev/v1alpha1 at node a\n#\n# The node rejected this:\n# label value\n' +
      `# "two words" is invalid (InvalidArgument)\n${nodeConfig.replace('rack: r1', 'rack: two words')}`,
  );
  assert.equal(applied[1]?.config, change(nodeConfig));
});

/** Reads the file that an error message says the edits are in, and takes it away. */
async function keptCopy(stderr: string): Promise<string> {
  const path = /kept in (\S+);/.exec(stderr)?.[1] ?? '';
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  const text = await readFile(path, 'utf8');
  await rm(dirname(path), { recursive: true });
  return text;
}

test('giving up after a rejection keeps the edits', async (t) => {
  const { nodes } = await startNodes(t, ['a', 'b'], () => {
    throw new StatusError(status.INVALID_ARGUMENT, 'no');
  });
  const person = editor(change, keep);
  const { code, stderr } = await runCommand(command, ['mc'], { client: nodes.client(), editor: person.editor });
  assert.equal(code, 1);
  assert.match(stderr, /^nothing was applied to a: no \(InvalidArgument\)\n/);
  assert.equal(await keptCopy(stderr), change(nodeConfig));
});

test('a failure that no other text can mend ends the command, and keeps the edits', async (t) => {
  const { nodes } = await startNodes(t, ['a'], () => {
    throw new StatusError(status.PERMISSION_DENIED, 'not authorized');
  });
  const person = editor(change);
  const { code, stderr } = await runCommand(command, ['mc'], { client: nodes.client(), editor: person.editor });
  assert.equal(code, 1);
  assert.match(stderr, /^not authorized/);
  assert.equal(await keptCopy(stderr), change(nodeConfig));
});

test('only machine configurations can be edited', async (t) => {
  const { nodes } = await startNodes(t, ['a']);
  const { code, stderr } = await runCommand(command, ['members', 'v1alpha1'], { client: nodes.client() });
  assert.equal(code, 1);
  assert.match(stderr, /Members\.cluster\.talos\.dev cannot be changed/);
});

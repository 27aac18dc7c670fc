#!/usr/bin/env node
// The first day with a cluster, on simulated nodes: plays the commands of the runbook, shows each and what it prints, and
// stops at the first that does not do what it should. Everything lies in a temporary folder and is gone afterwards.
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The program and its first words: the bundle, unless TALOSCTL_PROGRAM names an executable. */
const [program, ...start] = process.env.TALOSCTL_PROGRAM
  ? [resolve(process.env.TALOSCTL_PROGRAM)]
  : [process.execPath, fileURLToPath(new URL('talosctl.js', import.meta.url))];
const name = 'first-day';
/** Lines shown of one command. */
const longest = 30;
const kubeletIsWell = /kubelet\s+Running\s+OK/;

const folder = await mkdtemp(join(tmpdir(), 'talosctl-first-day-'));
const env = { ...process.env, HOME: folder, EDITOR: join(folder, 'editor.sh') };
for (const inherited of ['TALOSCONFIG', 'TALOS_HOME', 'TALOS_EDITOR', 'KUBECONFIG']) delete env[inherited];

/** Runs talosctl and gives its exit status and all it printed; `seconds` is when to press Ctrl-C. */
async function talosctl(words, seconds) {
  const child = spawn(program, [...start, ...words], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const interrupt = seconds === undefined ? undefined : setTimeout(() => child.kill('SIGINT'), seconds * 1000);
  const status = await new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
  clearTimeout(interrupt);
  return { status, output };
}

/**
 * Shows a command and what it prints. `expect` is what the output must hold, `within` for how many seconds the command is
 * repeated until it does, `fails` whether it must end with a failure, `for` after how many seconds it is interrupted.
 */
async function step(words, options = {}) {
  process.stdout.write(`\n$ talosctl ${words.map(quoted).join(' ')}\n`);
  const deadline = Date.now() + (options.within ?? 0) * 1000;
  for (;;) {
    const { status, output } = await talosctl(words, options.for);
    const asExpected =
      (options.for !== undefined || (status !== 0) === (options.fails === true)) &&
      (options.expect === undefined || options.expect.test(output));
    if (asExpected || Date.now() >= deadline) {
      process.stdout.write(cut(output));
      if (asExpected) return output;
      throw new Error(`this ended with status ${status}${options.expect ? `, expected was ${options.expect}` : ''}`);
    }
    await sleep(500);
  }
}

/** The first lines of a long output. */
function cut(output) {
  const lines = output.split('\n');
  if (lines.length <= longest + 2) return output;
  return [...lines.slice(0, longest), `… and ${lines.length - longest} lines more`, ''].join('\n');
}

const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
const say = (text) => process.stdout.write(`\n# ${text}\n`);

async function firstDay() {
  say('Two machines that have no configuration yet');
  await step(['cluster', 'create', 'sim', '--name', name, '--controlplanes', '1', '--workers', '1', '--maintenance']);
  const shown = await step(['cluster', 'show', '--name', name]);
  const [controlplane, worker] = ['controlplane', 'worker'].map((role) => {
    const address = new RegExp(`\\s${role}\\s+(\\S+)`).exec(shown)?.[1];
    if (address === undefined) throw new Error(`no ${role} is shown`);
    return address;
  });
  await step(['get', 'disks', '--insecure', '-n', worker]);

  say('Their configurations: generated, and handed over');
  const kubernetes = `https://${controlplane.replace(/:\d+$/, '')}:6443`;
  await step(['gen', 'config', name, kubernetes, '--install-disk', '/dev/sda', '--output-dir', './out']);
  await step(['apply-config', '--insecure', '--nodes', controlplane, '--file', './out/controlplane.yaml']);
  await step(['apply-config', '--insecure', '--nodes', worker, '--file', './out/worker.yaml']);

  say('Whom to talk to');
  process.stdout.write('\n$ export TALOSCONFIG=./out/talosconfig\n');
  env.TALOSCONFIG = './out/talosconfig';
  await step(['config', 'endpoint', controlplane]);
  await step(['config', 'node', controlplane]);

  say('The cluster starts');
  await step(['bootstrap'], { within: 60 });
  await step(['bootstrap'], { fails: true, expect: /AlreadyExists|already/ });
  await step(['-n', controlplane, 'version'], { expect: /Tag:\s+v1\.13/ });
  await step(['services'], { within: 60, expect: /etcd\s+Running\s+OK/ });
  await step(['get', 'members'], { within: 60, expect: /worker/ });
  await step(['get', 'mc', 'v1alpha1', '-o', 'yaml'], { expect: /type: controlplane/ });
  await step(['logs', 'kubelet', '--tail', '50'], { within: 30, expect: /\S/ });
  await step(['logs', '-f', 'kubelet'], { for: 3 });
  await step(['dmesg'], { expect: /\S/ });
  await step(['kubeconfig', './kubeconfig']);

  say('A change at once, a change on trial, a change that waits for a reboot');
  const patch = (value) => JSON.stringify({ machine: value });
  const patchWorker = ['-n', worker, 'patch', 'mc'];
  const readWorker = (path) => ['-n', worker, 'get', 'mc', 'v1alpha1', '-o', `jsonpath=${path}`];
  await step([...patchWorker, '--mode', 'no-reboot', '-p', patch({ nodeLabels: { rack: 'r1' } })]);
  await step([...patchWorker, '--mode', 'try', '--timeout', '5s', '-p', patch({ nodeLabels: { trial: 'yes' } })]);
  await step(readWorker('{.spec}'), { expect: /trial: "?yes/ });
  await step(readWorker('{.spec}'), { within: 20, expect: /^(?!.*trial).*rack: r1/s });
  await step(['-n', worker, 'apply-config', '-f', './out/worker.yaml', '--mode', 'staged', '--dry-run']);

  say('The same in an editor');
  await writeFile(env.EDITOR, '#!/bin/sh\nsed -i.old "s/rack: r1/rack: r2/" "$1"\n');
  await chmod(env.EDITOR, 0o755);
  process.stdout.write(`\n$ export EDITOR=editor.sh    # changes rack: r1 to rack: r2\n`);
  await step(['-n', worker, 'edit', 'mc']);
  const version = await step(readWorker('{.metadata.version}'), { expect: /^\d+\s*$/ });

  say('Lesson one: a value that cannot be right is refused, and nothing changes');
  await step([...patchWorker, '-p', patch({ nodeLabels: { rack: 'r 3' } })], {
    fails: true,
    expect: /InvalidArgument/,
  });
  await step(readWorker('{.metadata.version}'), { expect: new RegExp(`^${version.trim()}\\s*$`) });

  say('Lesson two: a flag that kubelet does not know is taken, and kubelet starts again and again');
  const extraArgs = (value) => patch({ kubelet: { extraArgs: { 'no-such-flag': value } } });
  await step([...patchWorker, '-p', extraArgs('yes')]);
  await step(['-n', worker, 'services'], { within: 30, expect: /kubelet\s+(?!Running)\S+.*exit/i });
  await step(['-n', worker, 'logs', 'kubelet', '--tail', '5'], { within: 15, expect: /no-such-flag/ });

  say('Lesson three: taking away just that flag heals it');
  await step([...patchWorker, '-p', extraArgs({ $patch: 'delete' })]);
  await step(['-n', worker, 'services'], { within: 30, expect: kubeletIsWell });
}

// Ctrl-C reaches the command that runs, too: its failure ends the day, and the cluster is taken down.
process.on('SIGINT', () => {});

try {
  await firstDay();
  say('All as it should be; the cluster is taken down.');
} catch (error) {
  process.stdout.write(`\nFAILED: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  try {
    await step(['cluster', 'destroy', '--name', name]);
  } catch (error) {
    process.stdout.write(`\nFAILED: ${error.message}\n`);
    process.exitCode = 1;
  }
  await rm(folder, { recursive: true, force: true });
}

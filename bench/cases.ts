import type { HomeName, Scale } from './stage.js';

/** A command line that every program runs. */
export interface Case {
  readonly name: string;
  readonly words: readonly string[];
  readonly home: HomeName;
  /** It takes seconds: fewer runs do. */
  readonly long?: boolean;
  readonly leaves?: string;
}

export function cases(scale: Scale): readonly Case[] {
  const local = (name: string, ...words: string[]): Case => ({ name, words, home: 'cluster' });
  const size = `${scale.copyMebibytes} MiB`;
  return [
    local('version --client', 'version', '--client'),
    local('completion bash', 'completion', 'bash'),
    local('completing a word', '__complete', 'ver'),
    local('version', 'version'),
    local('services', 'services'),
    { name: 'version, 200 nodes', words: ['version'], home: 'nodes' },
    { name: 'get members, 10 rows', words: ['get', 'members'], home: 'fewRows' },
    { name: 'get members, 1,000 rows', words: ['get', 'members'], home: 'manyRows' },
    { name: 'get members -o yaml, 1,000 rows', words: ['get', 'members', '-o', 'yaml'], home: 'manyRows' },
    local('get mc -o yaml', 'get', 'mc', 'v1alpha1', '-o', 'yaml'),
    local(
      'gen config --with-secrets',
      ...['gen', 'config', 'bench', 'https://192.0.2.1:6443', '--with-secrets', 'secrets.yaml'],
      ...['--output', 'generated', '--force'],
    ),
    local(
      'machineconfig patch',
      ...['machineconfig', 'patch', 'controlplane.yaml', '--patch', '{"machine":{"nodeLabels":{"rack":"r1"}}}'],
    ),
    local('validate', 'validate', '--mode', 'metal', '--config', 'controlplane.yaml'),
    { name: `read ${size}`, words: ['read', '/large'], home: 'streams', long: true },
    { name: `copy ${size}`, words: ['copy', '/large', 'copied'], home: 'streams', long: true, leaves: 'copied' },
    {
      name: `logs, ${scale.logLines.toLocaleString('en')} lines`,
      words: ['logs', 'kubelet'],
      home: 'streams',
      long: true,
    },
  ];
}

import assert from 'node:assert/strict';
import { decodeConfig } from '../../../src/machineconfig/decode/decode.js';
import type { Problem } from '../../../src/machineconfig/document.js';
import type { Mode } from '../../../src/machineconfig/validate/mode.js';
import { validateConfig } from '../../../src/machineconfig/validate/validate.js';

/** A control plane machine with nothing wrong in any mode. */
export const controlPlane = `version: v1alpha1
machine:
    type: controlplane
    token: abcdef.0123456789abcdef
    ca: {crt: Y3J0, key: a2V5}
    install: {disk: /dev/sda, wipe: false}
    features:
        hostDNS: {enabled: true, forwardKubeDNSToHost: true}
cluster:
    id: aWQ=
    secret: c2VjcmV0
    controlPlane: {endpoint: "https://192.0.2.5:6443"}
    ca: {crt: Y3J0, key: a2V5}
    etcd: {ca: {crt: Y3J0, key: a2V5}}
`;

/** A worker with nothing wrong in any mode. */
export const worker = controlPlane
  .replace('controlplane', 'worker')
  .replaceAll(', key: a2V5', '')
  .replace(/\n {4}etcd:.*/, '');

export async function validate(text: string, mode: Mode = 'metal'): Promise<readonly Problem[]> {
  return validateConfig(decodeConfig(text, { file: 'c.yaml' }), { mode });
}

/** What is wrong, a line each: `error v1alpha1 machine.ca: message`. */
export async function findings(text: string, mode: Mode = 'metal'): Promise<readonly string[]> {
  const problems = await validate(text, mode);
  return problems.map(({ severity, document, path, message }) => `${severity} ${document} ${path}: ${message}`);
}

/** Fails unless exactly one thing is found, and it matches. */
export async function findsOnly(text: string, expected: RegExp, mode: Mode = 'metal'): Promise<void> {
  const found = await findings(text, mode);
  assert.equal(found.length, 1, `expected one finding, got:\n${found.join('\n')}`);
  assert.match(found[0] ?? '', expected);
}

/** The configuration with lines put below `machine:` or `cluster:` or replaced; indented by four. */
export function withLines(text: string, section: 'machine' | 'cluster', lines: string): string {
  const indented = lines
    .trim()
    .split('\n')
    .map((line) => `    ${line}\n`)
    .join('');
  return text.replace(`${section}:\n`, `${section}:\n${indented}`);
}

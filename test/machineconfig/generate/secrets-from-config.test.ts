import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { MachineConfig, ValueMap } from '../../../src/machineconfig/document.js';
import { generateConfig } from '../../../src/machineconfig/generate/generate.js';
import { secretsFromConfig } from '../../../src/machineconfig/generate/secrets-from-config.js';
import type { SecretsBundle } from '../../../src/pki/secrets/bundle.js';
import { generateSecrets } from '../../../src/pki/secrets/generate.js';
import { generateInput } from './input.js';

describe('secrets out of a configuration', () => {
  let secrets: SecretsBundle;
  before(async () => {
    secrets = await generateSecrets({ now: new Date(), serviceAccountKey: 'ecdsa', encryption: 'secretbox' });
  });

  it('are those that it was generated from', () => {
    assert.deepEqual(secretsFromConfig(generateConfig(generateInput('v1.13', { secrets }), 'controlplane')), secrets);
  });

  it('are not to be had from a worker', () => {
    const config = { ...generateConfig(generateInput('v1.13', { secrets }), 'worker'), file: 'worker.yaml' };
    assert.throws(() => secretsFromConfig(config), /worker\.yaml is the configuration of a worker/);
  });

  it('have to be complete', () => {
    const config = generateConfig(generateInput('v1.13', { secrets }), 'controlplane');
    const without = changed(config, (main) => {
      delete (main['machine'] as ValueMap)['token'];
      (main['cluster'] as ValueMap)['etcd'] = {};
      (main['cluster'] as ValueMap)['aggregatorCA'] = { crt: '?', key: '******' };
    });
    assert.throws(
      () => secretsFromConfig(without),
      (error: Error) => {
        for (const what of [
          'machine.token is missing',
          'cluster.etcd.ca.crt is missing',
          'cluster.aggregatorCA.crt is not base64',
          'cluster.aggregatorCA.key is not base64',
        ]) {
          assert.ok(error.message.includes(what), `${what} in ${error.message}`);
        }
        return true;
      },
    );
  });

  it('stand in the main document', () => {
    const { documents } = generateConfig(generateInput('v1.13', { secrets }), 'controlplane');
    assert.throws(() => secretsFromConfig({ documents: documents.slice(1) }), /has no v1alpha1 document/);
  });
});

function changed(config: MachineConfig, change: (main: ValueMap) => void): MachineConfig {
  const [main, ...others] = config.documents;
  assert.ok(main);
  const value = structuredClone(main.value);
  change(value);
  return { documents: [{ ...main, value }, ...others] };
}

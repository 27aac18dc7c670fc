import { decodeConfig } from '../src/machineconfig/decode/decode.js';
import { encodeConfig } from '../src/machineconfig/encode/encode.js';
import { applyPatches, parsePatch } from '../src/machineconfig/patch/patch.js';
import { validateConfig } from '../src/machineconfig/validate/validate.js';
import { generatePrivateKey } from '../src/pki/keys.js';
import { generateSecrets } from '../src/pki/secrets/generate.js';

/** Times what the machine configuration code does with large inputs: milliseconds, the best of five. */
async function best(name: string, action: () => unknown): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5; run++) {
    const start = process.hrtime.bigint();
    await action();
    least = Math.min(least, Number(process.hrtime.bigint() - start) / 1e6);
  }
  process.stdout.write(`${name.padEnd(60)} ${least.toFixed(1).padStart(8)} ms\n`);
}

const head = `version: v1alpha1
machine:
  type: worker
cluster:
  controlPlane:
    endpoint: https://192.0.2.5:6443
`;
const lines = Array.from({ length: 98 }, (_, at) => `        key${at}: value of the line\n`).join('');
const manifests = Array.from({ length: 100 }, (_, at) => `    - name: m${at}\n      contents: |\n${lines}`).join('');
const large = `${head}  inlineManifests:\n${manifests}`;

const devices = Array.from(
  { length: 1000 },
  (_, at) => `    - interface: eth${at}\n      addresses: [10.0.0.1/24]\n      mtu: 1500\n`,
);
const dense = head.replace('cluster:', `  network:\n    interfaces:\n${devices.join('')}cluster:`);

const label = parsePatch('machine: {nodeLabels: {a: b}}\n', 'label');
await best('decode and encode 10,000 lines of manifests', () => encodeConfig(decodeConfig(large)));
await best('patch 10,000 lines of manifests', () => applyPatches(large, [label]));
await best('patch 10,000 lines of manifests in place', () => applyPatches(large, [label], { keepComments: true }));
await best('patch 10,000 lines of manifests with a JSON patch', () =>
  applyPatches(large, [parsePatch('[{"op":"add","path":"/machine/token","value":"x"}]', 'json')]),
);
await best('patch and validate 10,000 lines of manifests', () =>
  validateConfig(decodeConfig(applyPatches(large, [label]).text), { mode: 'metal' }),
);
await best('patch 1,000 interfaces', () => applyPatches(dense, [label]));
for (const count of [50, 100, 200, 400]) {
  const patches = Array.from({ length: count }, (_, at) =>
    parsePatch(`machine: {certSANs: [n${at}], nodeLabels: {l${at}: x}}\n`, `patch ${at}`),
  );
  await best(`${count} patches`, () => applyPatches(large, patches));
}

const now = new Date();
await best('an RSA key', () => generatePrivateKey('rsa'));
await best('the secrets of a cluster, an RSA key among them', () =>
  generateSecrets({ now, serviceAccountKey: 'rsa', encryption: 'secretbox' }),
);
await best('the secrets of a cluster, without one', () =>
  generateSecrets({ now, serviceAccountKey: 'ecdsa', encryption: 'secretbox' }),
);

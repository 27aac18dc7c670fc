import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The openssl program, undefined where it is not installed. Each function gives what it prints. */
export const openssl =
  spawnSync('openssl', ['version']).status === 0
    ? {
        text: (crt: string) => run(['x509', '-noout', '-text'], crt),
        verifyRequest: (csr: string) => run(['req', '-noout', '-verify'], csr),
        publicKey: (key: string) => run(['pkey', '-pubout'], key),
        verify(authority: string, crt: string): string {
          const folder = mkdtempSync(join(tmpdir(), 'pki-'));
          try {
            const file = join(folder, 'ca.crt');
            writeFileSync(file, authority);
            return run(['verify', '-CAfile', file], crt);
          } finally {
            rmSync(folder, { recursive: true });
          }
        },
      }
    : undefined;

function run(args: readonly string[], input: string): string {
  const { stdout, stderr } = spawnSync('openssl', args, { input, encoding: 'utf8' });
  return stdout + stderr;
}

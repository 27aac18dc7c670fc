import { arch, platform } from 'node:os';
import { printableField } from '../../../errors/control-characters.js';
import { clientVersion } from '../client-version.js';

/** What either side says of itself, by the API's names. */
export interface VersionFacts {
  readonly tag: string;
  readonly sha: string;
  readonly built: string;
  readonly goVersion: string;
  readonly os: string;
  readonly arch: string;
}

const goNames: Readonly<Record<string, string>> = { win32: 'windows', x64: 'amd64', ia32: '386', ppc64: 'ppc64le' };

/** This client's. */
export function ownFacts(runtime: string): VersionFacts {
  const [os = '', machine = ''] = [platform(), arch()].map((name) => goNames[name] ?? name);
  return { tag: clientVersion, sha: 'undefined', built: '', goVersion: runtime, os, arch: machine };
}

/** A fact a line. */
export function factLines(facts: VersionFacts | undefined): string {
  const { tag = '', sha = '', built = '', goVersion = '', os = '', arch: machine = '' } = facts ?? {};
  const lines = [
    ['Tag', tag],
    ['SHA', sha],
    ['Built', built],
    ['Go version', goVersion],
    ['OS/Arch', `${os}/${machine}`],
  ];
  return lines.map(([name, value = '']) => `\t${`${name}:`.padEnd(13)}${printableField(value)}\n`).join('');
}

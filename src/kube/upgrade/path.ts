import SemVer from 'semver/classes/semver.js';
import valid from 'semver/functions/valid.js';
import { TalosctlError } from '../../errors/errors.js';

/** From where to where Kubernetes is upgraded; versions without a leading v. */
export interface UpgradePath {
  readonly from: string;
  readonly to: string;
}

const oldest = 19;
const newest = 36;
const shownPods = 3;

/** Reads both versions. Throws TalosctlError where one is none. */
export function parsePath(from: string, to: string): UpgradePath {
  const target = parseVersion(to, '--to');
  return { from: parseVersion(from, '--from'), to: target };
}

function parseVersion(text: string, flag: string): string {
  const bare = text.replace(/^v+/, '');
  if (valid(bare) === null) {
    throw new TalosctlError(`${flag}: ${JSON.stringify(text)} is no version of Kubernetes`, {
      hint: 'write major, minor and patch, such as 1.36.3',
    });
  }
  return bare;
}

/** `1.35->1.36`, by which the changes between two versions are known. */
export function minorPath({ from, to }: UpgradePath): string {
  return `${minorOf(from)}->${minorOf(to)}`;
}

function minorOf(version: string): string {
  const { major, minor } = new SemVer(version);
  return `${major}.${minor}`;
}

/**
 * Fails where the way is none that Kubernetes goes: one minor version at a time, and never back.
 * @param lowest what runs the version `from`, for the explanation
 */
export function requireSupportedPath(path: UpgradePath, lowest: readonly string[]): void {
  const reason = obstacle(new SemVer(path.from), new SemVer(path.to));
  if (reason === undefined) return;
  const shown =
    lowest.length > shownPods ? [...lowest.slice(0, shownPods), `${lowest.length - shownPods} more`] : lowest;
  const where = lowest.length === 0 ? '' : `, the lowest version in the cluster (${shown.join(', ')})`;
  throw new TalosctlError(
    `unsupported upgrade path ${minorPath(path)} (from "${path.from}" to "${path.to}")${where}: ${reason.message}`,
    { hint: reason.hint },
  );
}

interface Obstacle {
  readonly message: string;
  readonly hint: string;
}

function obstacle(from: SemVer, to: SemVer): Obstacle | undefined {
  if (from.major !== 1 || to.major !== 1) {
    return { message: 'only versions 1.x are known', hint: 'look for a slip in --from and --to' };
  }
  if (to.minor > newest) {
    return {
      message: `this client knows Kubernetes up to 1.${newest}`,
      hint: 'use the client of a newer Talos, or another --to',
    };
  }
  if (from.minor < oldest)
    return { message: `versions before 1.${oldest} are not known`, hint: 'look for a slip in --from' };
  if (to.minor < from.minor) {
    return {
      message: 'Kubernetes does not go back to an older minor version',
      hint: `choose a --to of 1.${from.minor} or later`,
    };
  }
  if (to.minor > from.minor + 1) {
    return {
      message: 'Kubernetes goes one minor version at a time',
      hint: `upgrade to 1.${from.minor + 1} first`,
    };
  }
  return undefined;
}

import SemVer from 'semver/classes/semver.js';
import valid from 'semver/functions/valid.js';
import { TalosctlError } from '../../errors/errors.js';
import { formatContract, type VersionContract } from './contract.js';

/** First and last Kubernetes 1.x minor version that a Talos 1.x minor version runs. */
const supported: Readonly<Record<number, readonly [first: number, last: number]>> = {
  2: [23, 25],
  3: [24, 26],
  4: [25, 27],
  5: [26, 28],
  6: [24, 29],
  7: [25, 30],
  8: [26, 31],
  9: [27, 32],
  10: [28, 33],
  11: [29, 34],
  12: [30, 35],
  13: [31, 36],
};

/** The version of Kubernetes that is deployed unless told otherwise. */
export const defaultKubernetesVersion = '1.36.3';

/** A newest version of Kubernetes that a version of Talos runs. */
export function newestKubernetesVersion({ major, minor }: VersionContract): string {
  const [, last] = (major === 1 ? supported[minor] : undefined) ?? [];
  return last === undefined || defaultKubernetesVersion.startsWith(`1.${last}.`)
    ? defaultKubernetesVersion
    : `1.${last}.0`;
}

/** Reads a Kubernetes version, with or without a leading v, at least major and minor; gives it without. */
export function parseKubernetesVersion(written: string): string {
  const version = written.replace(/^v/, '');
  // Not normalised, since it becomes a part of image tags: nothing in front, and no build part, which tags cannot have.
  if (!lacksPatch(version) && valid(version) !== version) {
    throw new TalosctlError(`"${written}" is not a Kubernetes version`, {
      hint: `write it as ${defaultKubernetesVersion}, major, minor and patch`,
    });
  }
  return version;
}

/** Whether only major and minor are given, `1.34`; mirrors may have images of such a tag. */
function lacksPatch(version: string): boolean {
  return /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)$/.test(version);
}

/** Why a Talos version does not run the Kubernetes version, undefined when it does or when that is not known. */
export function kubernetesSupportProblem(version: string, contract: VersionContract): string | undefined {
  if (lacksPatch(version)) {
    return `Kubernetes publishes no images tagged v${version}: --kubernetes-version takes major, minor and patch, such as ${defaultKubernetesVersion}`;
  }
  const range = contract.major === 1 ? supported[contract.minor] : undefined;
  if (range === undefined) return undefined;
  const [first, last] = range;
  const { major, minor } = new SemVer(version);
  if (major === 1 && minor >= first && minor <= last) return undefined;
  return `Kubernetes ${version} is not supported by Talos ${formatContract(contract)}, which runs 1.${first} to 1.${last}; --kubernetes-version chooses another`;
}

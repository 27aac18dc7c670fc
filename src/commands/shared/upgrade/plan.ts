import type SemVer from 'semver/classes/semver.js';
import compare from 'semver/functions/compare.js';
import parse from 'semver/functions/parse.js';
import { TalosctlError } from '../../../errors/errors.js';
import { type Installer, installerFor, isPlain, parseInstaller, plainSchematic } from './installer.js';
import type { NodeSystem } from './node-system.js';

/** What the nodes are to run. */
export interface UpgradeWish {
  /** A version: the node's own installer of it. Else the image. */
  readonly to: string;
  readonly image: string;
  readonly allowExtensionLoss: boolean;
  /** Whether the call of older versions is used also where the node knows the newer one. */
  readonly legacy: boolean;
}

/** What is about to be done with a node. */
export interface NodePlan {
  readonly node: string;
  readonly system: NodeSystem;
  readonly installer: Installer;
  /** `lifecycle`: with progress, and the reboot asked for from here; `legacy`: one call does everything. */
  readonly way: 'lifecycle' | 'legacy';
  /** Whether it runs this version already, made the same way. */
  readonly done: boolean;
  readonly warnings: readonly string[];
}

/** The first version that has the newer calls. */
const firstWithLifecycle = '1.13.0-alpha.3';

/** @throws TalosctlError where the node would lose something that it has now */
export function planNode(node: string, system: NodeSystem, wish: UpgradeWish): NodePlan {
  const installer = wish.to === '' ? parseInstaller(wish.image) : installerFor(wish.to, system);
  const loss = lossOf(system, installer);
  if (loss?.certain === true && !wish.allowExtensionLoss) {
    throw new TalosctlError(`${node} would lose ${loss.what}: ${installer.image} has none of it`, {
      hint: `\`--to ${installer.version ?? system.version}\` in place of --image keeps them; add --allow-extension-loss to go on all the same`,
    });
  }
  const now = parse(system.version);
  const wanted = parse(installer.version ?? '');
  return {
    node,
    system,
    installer,
    way: wish.legacy || (now !== null && compare(now, firstWithLifecycle) < 0) ? 'legacy' : 'lifecycle',
    done: wish.to !== '' && now !== null && wanted !== null && compare(now, wanted) === 0,
    warnings: [
      ...(loss === undefined ? [] : [loss.certain ? `loses ${loss.what}` : `has ${loss.what}; ${loss.doubt}`]),
      ...(now === null || wanted === null ? [] : pathWarnings(now, wanted)),
    ],
  };
}

interface Loss {
  readonly what: string;
  /** False where the image's name does not tell what is in it. */
  readonly certain: boolean;
  readonly doubt: string;
}

function lossOf({ extensions, schematic, installImage }: NodeSystem, installer: Installer): Loss | undefined {
  const customized = schematic !== undefined && schematic !== plainSchematic;
  if (extensions.length === 0 && !customized) return undefined;
  if (schematic !== undefined && installer.schematic === schematic) return undefined;
  const sameMaker = installImage !== '' && parseInstaller(installImage).repository === installer.repository;
  if (sameMaker && installer.schematic === undefined && !isPlain(installer)) return undefined;
  const what =
    extensions.length === 0
      ? `what its schematic ${schematic ?? ''} customizes`
      : `the extension${extensions.length === 1 ? '' : 's'} ${extensions.join(', ')}`;
  const doubt =
    installer.schematic === undefined
      ? 'whether the new image has them, its name does not tell'
      : 'the new schematic decides which it has then';
  return { what, certain: isPlain(installer), doubt };
}

function pathWarnings(now: SemVer, wanted: SemVer): readonly string[] {
  if (compare(wanted, now) < 0) return [`goes back from v${now.version}, which Talos does not promise to work`];
  if (wanted.major !== now.major || wanted.minor <= now.minor + 1) return [];
  const next = `v${now.major}.${now.minor + 1}`;
  return [`skips versions: Talos is upgraded from one minor version to the next, ${next} here`];
}

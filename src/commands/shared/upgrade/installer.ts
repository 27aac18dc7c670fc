import parse from 'semver/functions/parse.js';
import { UsageError } from '../../../errors/errors.js';

/** The image that installs Talos, by what its name says. */
export interface Installer {
  /** As it is pulled. */
  readonly image: string;
  readonly repository: string;
  /** The version of Talos that the tag names, `v1.13.9`; absent where it names none. */
  readonly version?: string | undefined;
  /** The schematic of Image Factory by which it was made. */
  readonly schematic?: string | undefined;
  /** Before the name of the installer: `factory.talos.dev`, or where a mirror of it lies. */
  readonly registry: string;
}

/** The image of a factory that customizes nothing. */
export const plainSchematic = '376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba';

export const publicFactory = 'factory.talos.dev';
const plainInstaller = 'ghcr.io/siderolabs/installer';

const reference = /^(?<repository>[^@]+?)(?::(?<tag>[\w][\w.-]*))?(?:@(?<digest>\w+:[0-9a-f]+))?$/;
const factoryPath = /^(?<registry>.+)\/(?:[a-z0-9]+-)?installer(?:-secureboot)?\/(?<schematic>[0-9a-f]{64})$/;

/** @throws UsageError where the text names no image */
export function parseInstaller(image: string): Installer {
  const { repository = '', tag = '' } = reference.exec(image)?.groups ?? {};
  if (repository === '' || /\s/.test(image)) throw new UsageError(`"${image}" is no reference to an image`);
  if (parse(image) !== null) {
    throw new UsageError(`--image takes the reference of an installer image, and "${image}" is a version`, {
      hint: `--to ${image} upgrades to a version, with the installer that the node needs`,
    });
  }
  const { registry = repository.slice(0, Math.max(0, repository.lastIndexOf('/'))), schematic } =
    factoryPath.exec(repository)?.groups ?? {};
  return { image, repository, registry, schematic, version: parse(tag) === null ? undefined : tag };
}

/** Whether it is the installer as Talos is released: without any extension. */
export function isPlain({ repository, schematic }: Installer): boolean {
  return schematic === plainSchematic || /^ghcr\.io\/siderolabs\/installer(?:-base)?$/.test(repository);
}

/** For whom an installer is chosen. */
export interface InstallerNeeds {
  readonly platform: string;
  readonly secureBoot: boolean;
  readonly schematic: string | undefined;
  /** The image by which its configuration says that the node was installed; empty where it does not. */
  readonly installImage: string;
}

/** The installer of another version, which keeps what a node has in its image. */
export function installerFor(version: string, needs: InstallerNeeds): Installer {
  const { installImage, schematic } = needs;
  const installed = installImage === '' ? undefined : parseInstaller(installImage);
  if (schematic === undefined) return parseInstaller(`${installed?.repository ?? plainInstaller}:${version}`);
  const registry = installed?.schematic === undefined ? publicFactory : installed.registry;
  return parseInstaller(`${registry}/${factoryName(version, needs)}/${schematic}:${version}`);
}

/** Since Talos 1.10 a factory has an installer for each platform. */
function factoryName(version: string, { platform, secureBoot }: InstallerNeeds): string {
  const { major = 1, minor = 0 } = parse(version) ?? {};
  const forPlatform = major > 1 || minor >= 10 ? `${platform}-` : '';
  return `${forPlatform}installer${secureBoot ? '-secureboot' : ''}`;
}

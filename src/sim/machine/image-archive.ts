import { readTar } from '../../files/tar-reader.js';
import { Code, StatusError } from '../rpc/status.js';

const nameAnnotation = 'io.containerd.image.name';

interface DockerManifest {
  readonly RepoTags?: readonly string[] | null;
}
interface OciIndex {
  readonly manifests?: readonly { readonly annotations?: Readonly<Record<string, string>> }[];
}

/** The name of the first image in an archive, as Docker (`manifest.json`) or OCI (`index.json`) write them. */
export async function archivedImage(archive: AsyncIterable<Buffer>): Promise<string> {
  let found: string | undefined;
  try {
    for await (const { name, content } of readTar(archive)) {
      const file = name.replace(/^\.\//, '');
      if (file !== 'manifest.json' && file !== 'index.json') continue;
      const pieces: Buffer[] = [];
      for await (const piece of content) pieces.push(piece);
      const data: unknown = JSON.parse(Buffer.concat(pieces).toString('utf8'));
      found ??=
        file === 'manifest.json'
          ? (data as readonly DockerManifest[])[0]?.RepoTags?.[0]
          : (data as OciIndex).manifests?.[0]?.annotations?.[nameAnnotation];
    }
  } catch (error) {
    if (error instanceof StatusError) throw error;
    throw new StatusError(
      Code.internal,
      `failed to import image: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (found === undefined) throw new StatusError(Code.invalidArgument, 'no images imported from archive');
  return found;
}

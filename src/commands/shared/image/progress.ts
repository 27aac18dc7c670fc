import {
  type ImageServicePullLayerProgress as LayerProgress,
  ImageServicePullLayerProgress_Status as Status,
} from '../../../gen/machine/image.js';
import { formatBinaryBytes } from '../../../render/sizes.js';

/** How far nodes have come with the layers of an image. */
export class PullProgress {
  readonly #layers = new Map<string, Map<string, LayerProgress>>();

  update(node: string, layer: string, progress: LayerProgress): void {
    const layers = this.#layers.get(node) ?? new Map<string, LayerProgress>();
    this.#layers.set(node, layers.set(layer, progress));
  }

  /** One line for all nodes: `10.5.0.2: 1 of 3 layers, 12 MiB of 40 MiB`. */
  summary(): string {
    return [...this.#layers].map(([node, layers]) => `${node}: ${describe([...layers.values()])}`).join('; ');
  }
}

function describe(layers: readonly LayerProgress[]): string {
  const done = layers.filter(({ status }) => status === Status.EXTRACT_COMPLETE || status === Status.ALREADY_EXISTS);
  const sum = (field: 'offset' | 'total') => layers.reduce((bytes, layer) => bytes + layer[field], 0n);
  const loading = layers.some(({ status }) => status === Status.DOWNLOADING);
  const bytes = loading ? `, ${formatBinaryBytes(sum('offset'))} of ${formatBinaryBytes(sum('total'))}` : '';
  const extracting = !loading && layers.some(({ status }) => status === Status.EXTRACTING) ? ', extracting' : '';
  return `${done.length} of ${layers.length} layers${bytes}${extracting}`;
}

import { ClusterServiceService } from '../../gen/cluster/cluster.js';
import { MachineServiceService } from '../../gen/machine/machine.js';
import type { InstalledSystem } from '../machine/installed.js';
import type { Runtime } from '../machine/runtime.js';
import type { Endpoint, RawHandler } from '../rpc/handler.js';
import { stateEndpoints } from '../state/endpoints.js';
import { bootstrap } from './bootstrap.js';
import { capture } from './capture.js';
import { configuration } from './configuration.js';
import { containers } from './containers.js';
import { credentials } from './credentials.js';
import { debug } from './debug.js';
import { etcd } from './etcd.js';
import { files } from './files.js';
import { health } from './health.js';
import { images } from './images.js';
import { inspect } from './inspect.js';
import { logs } from './logs.js';
import { meta } from './meta.js';
import { netstat } from './netstat.js';
import { power } from './power.js';
import { rollback } from './rollback.js';
import { services } from './services.js';
import { system } from './system.js';
import { time } from './time.js';
import { upgrade } from './upgrade.js';
import { identity } from './version.js';
import { wipe } from './wipe.js';

/** Every method that a simulated machine answers. One that is missing here is Unimplemented. */
const endpoints: readonly Endpoint<Runtime>[] = [
  ...identity,
  ...services,
  ...logs,
  ...containers,
  ...configuration,
  ...credentials,
  ...power,
  ...bootstrap,
  ...etcd,
  ...debug,
  ...images,
  ...meta,
  ...rollback,
  ...upgrade,
  ...wipe,
  ...files,
  ...capture,
  ...system,
  ...netstat,
  ...time,
  ...inspect,
  ...health,
  ...stateEndpoints((runtime: Runtime) => runtime.resources),
];

/** The methods of one boot of a machine, by path. */
export function methodsOf(runtime: Runtime): ReadonlyMap<string, RawHandler> {
  const known = endpoints.filter(({ path }) => knows(runtime.system, path));
  return new Map(known.map((endpoint) => [endpoint.path, endpoint.handler(runtime)]));
}

/** Services that came with Talos 1.13. */
const newServices = /^\/machine\.(?:DebugService|ImageService|LifecycleService)\//;

function knows({ version }: InstalledSystem, path: string): boolean {
  const [, minor = ''] = /^v1\.(\d+)\./.exec(version) ?? [];
  return minor === '' || Number(minor) >= 13 || !newServices.test(path);
}

const streamed: ReadonlySet<string> = new Set(
  [MachineServiceService, ClusterServiceService].flatMap((service) =>
    Object.values(service)
      .filter(({ responseStream }) => responseStream)
      .map(({ path }) => path),
  ),
);

/** Whether a method answers with a stream. */
export function isStreamed(path: string): boolean {
  return streamed.has(path);
}

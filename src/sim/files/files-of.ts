import type { Runtime } from '../machine/runtime.js';
import { cgroupFiles } from './cgroup.js';
import { deviceFiles } from './dev.js';
import { etcFiles } from './etc.js';
import { FileTree } from './file-tree.js';
import { imageFiles } from './image.js';
import { procFiles } from './proc.js';
import { sysFiles } from './sys.js';
import { systemFiles } from './system.js';
import { volumeFiles } from './var.js';

/** The files of a machine as they are now. What two areas place, the later one has. */
export function filesOf(runtime: Runtime): FileTree {
  return new FileTree(
    [
      ...imageFiles(),
      ...systemFiles(runtime),
      ...volumeFiles(runtime),
      ...etcFiles(runtime),
      ...deviceFiles(),
      ...procFiles(runtime),
      ...sysFiles(runtime),
      ...cgroupFiles(runtime),
    ],
    { label: 'rootfs_t', modified: runtime.bootedAt },
  );
}

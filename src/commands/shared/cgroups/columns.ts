import type { Cgroup } from './cgroup.js';

/** A column of the table of control groups. */
export interface CgroupColumn {
  readonly name: string;
  /** The cell of a group, with blanks where the column is set to the right. */
  render(group: Cgroup): string;
}

import { compareBytes } from '../../../render/json.js';
import type { Cgroup } from './cgroup.js';
import type { CgroupColumn } from './columns.js';

/** A table of control groups as a tree. `nameOf` is what a group is called among its siblings. */
export function treeRows(
  root: Cgroup,
  columns: readonly CgroupColumn[],
  nameOf: (group: Cgroup) => string,
): readonly (readonly string[])[] {
  const heading = ['NAME', ...columns.map(({ name }) => name)];
  const cells = (group: Cgroup): readonly string[] => columns.map((column) => column.render(group));
  const below = (group: Cgroup, margin: string): readonly (readonly string[])[] => {
    const children = group
      .children()
      .map((child) => ({ child, name: nameOf(child) }))
      .sort((left, right) => compareBytes(left.name, right.name));
    return children.flatMap(({ child, name }, index) => {
      const isLast = index === children.length - 1;
      return [
        [`${margin}${isLast ? '└──' : '├──'}${name}`, ...cells(child)],
        ...below(child, margin + (isLast ? '    ' : '│   ')),
      ];
    });
  };
  return [heading, ['.', ...cells(root)], ...below(root, '')];
}

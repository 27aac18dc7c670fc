/**
 * Key paths inside a document: `machine.network.interfaces[0].mtu`, `machine.sysctls["net.core.somaxconn"]`. The empty
 * path is the document itself.
 */
export function keyPath(parent: string, key: string): string {
  const segment = /^[A-Za-z_$][\w$/-]*$/.test(key) ? key : `[${JSON.stringify(key)}]`;
  return parent === '' || segment.startsWith('[') ? parent + segment : `${parent}.${segment}`;
}

export function itemPath(parent: string, index: number): string {
  return `${parent}[${index}]`;
}

/** The keys and indexes of a path. A text that is no path gives what could be read of it. */
export function parsePath(path: string): (string | number)[] {
  const segments: (string | number)[] = [];
  for (const [, quoted, index, name] of path.matchAll(/\[("(?:[^"\\]|\\.)*")\]|\[(\d+)\]|([^.[\]]+)/g)) {
    if (quoted !== undefined) segments.push(String(JSON.parse(quoted)));
    else if (index !== undefined) segments.push(Number(index));
    else if (name !== undefined) segments.push(name);
  }
  return segments;
}

import { content, type Der, items, objectId, readObjectId, sequence, setOf, text } from './der.js';

/** A distinguished name: what Talos and Kubernetes use of it. Organizations are Talos roles and Kubernetes groups. */
export interface Name {
  readonly organizations: readonly string[];
  readonly commonName: string;
}

const organizationOid = '2.5.4.10';
const commonNameOid = '2.5.4.3';

/** All organizations stand in one relative name, before the common name. An empty name has no part at all. */
export function encodeName(name: Name): Der {
  const part = (oid: string, values: readonly string[]): readonly Der[] =>
    values.length === 0 ? [] : [setOf(values.map((value) => sequence(objectId(oid), text(value))))];
  return sequence(
    ...part(organizationOid, name.organizations),
    ...part(commonNameOid, name.commonName === '' ? [] : [name.commonName]),
  );
}

export function decodeName(name: Der | undefined, what: string): Name {
  const organizations: string[] = [];
  let commonName = '';
  for (const relative of items(name, what)) {
    for (const attribute of items(relative, what)) {
      const [oid, value] = items(attribute, what);
      const written = content(value, what).toString('utf8');
      if (readObjectId(oid, what) === organizationOid) organizations.push(written);
      else if (readObjectId(oid, what) === commonNameOid) commonName = written;
    }
  }
  return { organizations, commonName };
}

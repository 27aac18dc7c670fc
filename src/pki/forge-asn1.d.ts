/** The part of node-forge that this folder uses, loaded alone: the whole library takes five times as long to load. */
declare module 'node-forge/lib/asn1.js' {
  /** Bytes are binary strings: one character a byte. */
  export interface Asn1 {
    readonly tagClass: number;
    readonly type: number;
    readonly constructed: boolean;
    readonly value: string | readonly Asn1[];
  }
  const asn1: {
    create(tagClass: number, type: number, constructed: boolean, value: string | readonly Asn1[]): Asn1;
    fromDer(bytes: string, options: { strict: boolean; parseAllBytes: boolean; decodeBitStrings: boolean }): Asn1;
    toDer(object: Asn1): { getBytes(): string };
    oidToDer(oid: string): { getBytes(): string };
    derToOid(bytes: string): string;
  };
  export default asn1;
}

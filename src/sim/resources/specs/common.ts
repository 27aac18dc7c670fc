/** Layouts shared by several packages; the notation is explained in ../layout.ts. */
export const commonSpecs = `
Mount
  1 destination string
  2 type string
  3 source string
  4 options [string]
  5 uidmappings [LinuxIDMapping]
  6 gidmappings [LinuxIDMapping]
LinuxIDMapping
  1 containerid int
  2 hostid int
  3 size int
Certificate
  1 crt base64
CertificateAndKey
  1 crt base64
  2 key base64
Key
  1 key base64
`;

/** An id of an etcd member as people see it: 16 hexadecimal digits. */
export function formatMemberId(id: bigint): string {
  return id.toString(16).padStart(16, '0');
}

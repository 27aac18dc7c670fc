/** Whether the text is a WireGuard key: base64 of 32 bytes. */
export function isWireguardKey(text: string): boolean {
  const compact = text.replace(/[\r\n]/g, '');
  return /^[A-Za-z0-9+/]{42}[A-Za-z0-9+/]=$/.test(compact);
}

/** Stands for a key that was taken out of a file; it is kept as it is, not base64. */
export const redacted = '******';

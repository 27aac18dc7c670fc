/** The Talos version whose talosctl this client stands in for. */
export const clientVersion = 'v1.13.9';

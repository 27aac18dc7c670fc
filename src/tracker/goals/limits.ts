const minute = 60_000;

/** Milliseconds that the phases of a restart may take by themselves. Servers check their memory for minutes. */
export const limits = { goingDown: 15 * minute, comingUp: 20 * minute, gettingReady: 15 * minute } as const;

/** Time as the tracker sees it. `sleep` rejects with CancelledError when the signal aborts first. */
export interface TrackerClock {
  now(): Date;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

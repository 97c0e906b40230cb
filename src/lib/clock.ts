/** Tells the time in milliseconds since the Unix epoch, and waits. */
export interface Clock {
  now(): number;
  wait(ms: number): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
    }),
};

/** Milliseconds since the epoch as the ISO 8601 UTC string that the API uses. */
export function toTimestamp(ms: number): string {
  return new Date(ms).toISOString();
}

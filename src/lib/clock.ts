/** Tells the time in milliseconds since the Unix epoch. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Milliseconds since the epoch as the ISO 8601 UTC string that the API speaks. */
export const toTimestamp = (ms: number): string => new Date(ms).toISOString();

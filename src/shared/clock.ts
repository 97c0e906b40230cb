/** Milliseconds since the Unix epoch. */
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

export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

export function toTimestamp(ms: number): string {
  return new Date(ms).toISOString();
}

/** As in 2026-11-21. */
export function toDay(ms: number): string {
  return toTimestamp(ms).slice(0, -'T00:00:00.000Z'.length);
}

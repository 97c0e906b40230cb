export const POLL_DEADLINE_MS = 600_000;

/** Pause between two requests, by the age of the poll. */
const SCHEDULE: readonly { readonly untilMs: number; readonly everyMs: number }[] = [
  { untilMs: 30_000, everyMs: 2_000 },
  { untilMs: 120_000, everyMs: 5_000 },
  { untilMs: POLL_DEADLINE_MS, everyMs: 10_000 },
];

/** In milliseconds; null after the deadline. */
export function nextPollDelay(elapsedMs: number): number | null {
  return SCHEDULE.find(({ untilMs }) => elapsedMs < untilMs)?.everyMs ?? null;
}

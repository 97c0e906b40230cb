import type { Clock } from '../../../shared/clock.ts';
import type { PurgeFailure, PurgeTarget } from './purge-target.ts';

export interface CallRules {
  readonly target: PurgeTarget;
  readonly clock: Clock;
  readonly urlsPerCall: number;
  /** No pause ends later. */
  readonly pauseUntil: number;
}

export interface PurgeOutcome {
  readonly confirmed: ReadonlySet<string>;
  /** Null when all URLs are confirmed. */
  readonly failure: PurgeFailure | null;
}

/** Full ones of 100 ms reach the URLs that a zone of the plans Pro and Business may purge in a second. */
export const CALLS_AT_ONCE = 2;
const MIN_PAUSE_MS = 1000;
/** A zone limits the URLs of a second, so it asks for short pauses. A longer one is not waited for. */
const MAX_PAUSE_MS = 10_000;

/** Some calls at once. Waits where a 429 asks for a short pause, and sends no more after another failure. */
export async function purgeInCalls(
  urls: readonly string[],
  { target, clock, urlsPerCall, pauseUntil }: CallRules,
): Promise<PurgeOutcome> {
  const confirmed = new Set<string>();
  let calls = Array.from({ length: Math.ceil(urls.length / urlsPerCall) }, (_, call) =>
    urls.slice(call * urlsPerCall, (call + 1) * urlsPerCall),
  );
  while (calls.length > 0) {
    const sent = calls.slice(0, CALLS_AT_ONCE);
    const outcomes = await Promise.all(sent.map((call) => target.purge(call)));
    for (const [call, outcome] of outcomes.entries()) {
      if (outcome.ok) for (const url of sent[call] ?? []) confirmed.add(url);
    }
    const failure = findGravest(outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error])));
    if (failure !== null) {
      const pauseMs = Math.max(failure.retryAfterMs ?? Infinity, MIN_PAUSE_MS);
      if (pauseMs > MAX_PAUSE_MS || clock.now() + pauseMs > pauseUntil) {
        return { confirmed, failure };
      }
      await clock.wait(pauseMs);
    }
    calls = calls.filter((call) => !call.every((url) => confirmed.has(url)));
  }
  return { confirmed, failure: null };
}

/** The pause that the target asks for counts before a lost answer, and that before a refusal. */
function findGravest(failures: readonly PurgeFailure[]): PurgeFailure | null {
  const weigh = ({ endsRun, retryAfterMs }: PurgeFailure): number =>
    retryAfterMs === undefined ? Number(endsRun) : 2 + retryAfterMs;
  return failures.toSorted((one, other) => weigh(other) - weigh(one))[0] ?? null;
}

import { DomainError, isDomainError, type ErrorName } from '../errors.ts';
import type { RateRule, RateVerdict, Services } from '../services.ts';

export interface GuessWindow extends RateRule {
  readonly subject: string;
  /** Counts wrong passwords only, not every attempt. */
  readonly failuresOnly: boolean;
}

interface Place {
  readonly subject: string;
  readonly takenAt: number;
}

export const REQUIRE_PLACE_ERRORS = ['too_many_attempts'] as const satisfies readonly ErrorName[];

export const LIMIT_GUESSES_ERRORS = REQUIRE_PLACE_ERRORS;

/** Takes places first, so that parallel guesses count. A window of failures refunds all but wrong passwords. */
export async function limitGuesses<Result>(
  { limiter }: Pick<Services, 'limiter'>,
  windows: readonly GuessWindow[],
  judge: () => Promise<Result>,
): Promise<Result> {
  const places = await takePlaces(limiter, windows);
  try {
    const result = await judge();
    await refundPlaces(limiter, places);
    return result;
  } catch (error) {
    if (!isDomainError(error, 'wrong_credentials')) await refundPlaces(limiter, places);
    throw error;
  }
}

/** Asks windows in order, until one refuses. Returns the places to refund on success. */
async function takePlaces(
  limiter: Services['limiter'],
  windows: readonly GuessWindow[],
): Promise<readonly Place[]> {
  // Otherwise a refused attempt would take and return a place in each window before.
  for (const { subject } of windows) {
    const refusal = limiter.recall(subject);
    if (refusal !== null) requirePlace(subject, refusal);
  }
  const places: Place[] = [];
  try {
    for (const { subject, failuresOnly, ...rule } of windows) {
      const place = requirePlace(subject, await limiter.take(subject, rule));
      if (failuresOnly) places.push(place);
    }
    return places;
  } catch (error) {
    await refundPlaces(limiter, places);
    throw error;
  }
}

export function requirePlace(subject: string, verdict: RateVerdict): Place {
  if (verdict.allowed) return { subject, takenAt: verdict.takenAt };
  throw new DomainError('too_many_attempts', { retryAfterSeconds: verdict.retryAfterSeconds });
}

async function refundPlaces(limiter: Services['limiter'], places: readonly Place[]): Promise<void> {
  await Promise.allSettled(places.map(({ subject, takenAt }) => limiter.refund(subject, takenAt)));
}

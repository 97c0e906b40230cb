import { DomainError, isDomainError, type ErrorName } from '../errors.ts';
import type { RateRule, RateVerdict, Services } from '../services.ts';

/** A window in which attempts at a password take places. */
export interface GuessWindow extends RateRule {
  readonly subject: string;
  /** Whether only wrong passwords count; every attempt does otherwise, a right one too. */
  readonly failuresOnly: boolean;
}

interface Place {
  readonly subject: string;
  readonly takenAt: number;
}

export const REQUIRE_PLACE_ERRORS = ['too_many_attempts'] as const satisfies readonly ErrorName[];

export const LIMIT_GUESSES_ERRORS = REQUIRE_PLACE_ERRORS;

/**
 * Runs what judges a password within windows, which are asked in their order. Places are taken before any work is done,
 * so that guesses at the same moment are counted too. Those in windows of failures are given back unless the password
 * was wrong.
 */
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

/**
 * Takes a place in each window, until one refuses or is out of reach: the windows after it learn nothing of the
 * attempt, and failures before it did not happen.
 * @returns the places that success gives back.
 */
async function takePlaces(
  limiter: Services['limiter'],
  windows: readonly GuessWindow[],
): Promise<readonly Place[]> {
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

/** Returns the place that a window has given. */
export function requirePlace(subject: string, verdict: RateVerdict): Place {
  if (verdict.allowed) return { subject, takenAt: verdict.takenAt };
  throw new DomainError('too_many_attempts', { retryAfterSeconds: verdict.retryAfterSeconds });
}

/** A place that cannot be given back is free again in time. */
async function refundPlaces(limiter: Services['limiter'], places: readonly Place[]): Promise<void> {
  await Promise.allSettled(places.map(({ subject, takenAt }) => limiter.refund(subject, takenAt)));
}

import { networkOf } from '../../lib/client-address.ts';
import { DomainError, isDomainError } from '../errors.ts';
import type { RateRule, RateVerdict, Services } from '../services.ts';

type LimitServices = Pick<Services, 'config' | 'limiter'>;

/** Whose guess at a password it is. */
export interface Guess {
  readonly username: string;
  /** The caller's IP address. */
  readonly address: string;
}

interface Place {
  readonly subject: string;
  readonly takenAt: number;
}

/**
 * Runs what judges a password within the windows of failures by name and by address. Places are taken before any work
 * is done, so that guesses at the same moment are counted too, and given back unless the password was wrong.
 * @throws {DomainError} too_many_attempts, what `judge` throws.
 */
export async function limitGuesses<Result>(
  services: LimitServices,
  guess: Guess,
  judge: () => Promise<Result>,
): Promise<Result> {
  const places = await takePlaces(services, guess);
  try {
    const result = await judge();
    await refundPlaces(services, places);
    return result;
  } catch (error) {
    if (!isDomainError(error, 'wrong_credentials')) await refundPlaces(services, places);
    throw error;
  }
}

/** An attempt that the address's window refuses does not count against the name, or a blocked caller could lock others out. */
async function takePlaces(
  { config, limiter }: LimitServices,
  { username, address }: Guess,
): Promise<readonly Place[]> {
  const ruleOf = (limit: number): RateRule => ({ limit, windowMs: config.LOGIN_WINDOW_MS });
  const nameSubject = `login:name:${username.toLowerCase()}`;
  const addressSubject = `login:ip:${networkOf(address)}`;
  const name = requirePlace(
    nameSubject,
    await limiter.take(nameSubject, ruleOf(config.LOGIN_FAILURES_PER_USERNAME)),
  );
  const verdict = await limiter.take(addressSubject, ruleOf(config.LOGIN_FAILURES_PER_IP));
  if (!verdict.allowed) await limiter.refund(nameSubject, name.takenAt);
  return [name, requirePlace(addressSubject, verdict)];
}

/** @throws {DomainError} too_many_attempts when the window has no place left. */
export function requirePlace(subject: string, verdict: RateVerdict): Place {
  if (verdict.allowed) return { subject, takenAt: verdict.takenAt };
  throw new DomainError('too_many_attempts', { retryAfterSeconds: verdict.retryAfterSeconds });
}

/** A place that cannot be given back is free again in time. */
async function refundPlaces(
  { limiter }: Pick<Services, 'limiter'>,
  places: readonly Place[],
): Promise<void> {
  await Promise.allSettled(places.map(({ subject, takenAt }) => limiter.refund(subject, takenAt)));
}

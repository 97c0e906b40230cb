import { networkOf } from '../../lib/client-address.ts';
import { DomainError } from '../errors.ts';
import type { RateRule, RateVerdict, Services } from '../services.ts';

type LimitServices = Pick<Services, 'config' | 'limiter'>;

interface Place {
  readonly subject: string;
  readonly takenAt: number;
}

/** @throws {DomainError} too_many_attempts when the window has no place left. */
export const requirePlace = (subject: string, verdict: RateVerdict): Place => {
  if (verdict.allowed) return { subject, takenAt: verdict.takenAt };
  throw new DomainError('too_many_attempts', { retryAfterSeconds: verdict.retryAfterSeconds });
};

/**
 * Takes an attempt's place in the windows of its name and its address, before any work is done for it. An attempt
 * that the address's window refuses does not count against the name, or a blocked caller could lock others out.
 * @throws {DomainError} too_many_attempts.
 */
export const takeLoginPlaces = async (
  { config, limiter }: LimitServices,
  username: string,
  address: string,
): Promise<readonly Place[]> => {
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
};

/** Gives back the places of an attempt that was no failure. One that cannot be given back is free again in time. */
export const refundLoginPlaces = async (
  { limiter }: Pick<Services, 'limiter'>,
  places: readonly Place[],
): Promise<void> => {
  await Promise.allSettled(places.map(({ subject, takenAt }) => limiter.refund(subject, takenAt)));
};

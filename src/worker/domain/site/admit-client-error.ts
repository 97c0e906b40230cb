import { networkOf } from '../../lib/client-address.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';

const WINDOW_MS = 60_000;

export const ADMIT_CLIENT_ERROR_ERRORS = [
  'too_many_error_reports',
] as const satisfies readonly ErrorName[];

/** Counts a report before it is read: one that is refused later counts, too. */
export async function admitClientError(
  { config, limiter }: Pick<Services, 'config' | 'limiter'>,
  address: string,
): Promise<void> {
  const rule = { limit: config.CLIENT_ERRORS_PER_MINUTE, windowMs: WINDOW_MS };
  const verdict = await limiter.take(`client-error:ip:${networkOf(address)}`, rule);
  if (!verdict.allowed) throw new DomainError('too_many_error_reports');
}

import type { WebActor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';

const WINDOW_MS = 60_000;

export const LIMIT_KEY_WRITES_ERRORS = [
  'too_many_api_key_writes',
] as const satisfies readonly ErrorName[];

/** Per user and minute; refused changes count too. */
export async function limitKeyWrites(
  { config, limiter }: Pick<Services, 'config' | 'limiter'>,
  { userId }: Pick<WebActor, 'userId'>,
): Promise<void> {
  const rule = { limit: config.API_KEY_WRITES_PER_MINUTE, windowMs: WINDOW_MS };
  const verdict = await limiter.take(`api-key:user:${userId}`, rule);
  if (verdict.allowed) return;
  const { retryAfterSeconds } = verdict;
  throw new DomainError('too_many_api_key_writes', { retryAfterSeconds });
}

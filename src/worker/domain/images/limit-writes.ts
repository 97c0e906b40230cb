import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';

const WINDOW_MS = 60_000;

export const LIMIT_WRITES_ERRORS = [
  'too_many_image_writes',
] as const satisfies readonly ErrorName[];

/** Per user and minute; refused and needless changes count too. */
export async function limitWrites(
  { config, limiter }: Pick<Services, 'config' | 'limiter'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<void> {
  const rule = { limit: config.IMAGE_WRITES_PER_MINUTE, windowMs: WINDOW_MS };
  const verdict = await limiter.take(`image-write:user:${userId}`, rule);
  if (verdict.allowed) return;
  const { retryAfterSeconds } = verdict;
  throw new DomainError('too_many_image_writes', { retryAfterSeconds });
}

import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';

const WINDOW_MS = 60_000;

/**
 * Takes one of the changes to images that a person may make in a minute; a refused or needless one counts, too.
 * @throws {DomainError} too_many_image_writes
 */
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

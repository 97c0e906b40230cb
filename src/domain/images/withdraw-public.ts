import type { Services } from '../services.ts';

/**
 * Withdraws a public image: afterwards no isolate of this data centre answers with its old state. Call it once the
 * change is committed, before anybody is told of it.
 */
export async function withdrawPublic(
  { publicCache, clock }: Pick<Services, 'publicCache' | 'clock'>,
  uniqueLink: string,
): Promise<void> {
  await publicCache.invalidate(uniqueLink, clock.now());
  await clock.wait(publicCache.memoryTtlMs);
}

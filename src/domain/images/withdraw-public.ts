import type { Services } from '../services.ts';

/**
 * Takes a public image back: once this is done, no isolate of this data centre answers with what it was. Call it when
 * the change is committed, before anybody hears of it.
 */
export async function withdrawPublic(
  { publicCache, clock }: Pick<Services, 'publicCache' | 'clock'>,
  uniqueLink: string,
): Promise<void> {
  await publicCache.invalidate(uniqueLink, clock.now());
  await clock.wait(publicCache.memoryTtlMs);
}

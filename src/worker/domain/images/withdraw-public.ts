import type { CachedImage } from '../../storage/public-cache.ts';
import type { Services } from '../services.ts';

/** A cache that keeps nothing never shows what it was told: it is told no more often than this. */
const ATTEMPTS = 2;

/**
 * Withdraws a public image: afterwards no isolate of this data centre answers with its old state, as long as its cache
 * takes what it is told. Call it once the change is committed, before anybody is told of it.
 */
export async function withdrawPublic(
  { publicCache, clock }: Pick<Services, 'publicCache' | 'clock'>,
  image: CachedImage,
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const isTold = await publicCache.invalidate(image, clock.now());
    await clock.wait(publicCache.epochMaxAgeMs);
    // What was on its way into the cache at the same time may have taken the mark's place.
    if (isTold && (await publicCache.isInvalidated(image.uniqueLink))) return;
  }
  await publicCache.invalidateAll(image.uniqueLink);
  await clock.wait(publicCache.epochMaxAgeMs);
}

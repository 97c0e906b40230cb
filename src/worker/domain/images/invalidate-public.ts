import type { CachedImage } from '../../storage/public-cache.ts';
import type { Services } from '../services.ts';

/** A cache that keeps nothing never confirms a mark. */
const ATTEMPTS = 2;

/** Stops answers with the image's old state in this data centre. Call it after the commit and before the answer. */
export async function invalidatePublic(
  { publicCache, clock }: Pick<Services, 'publicCache' | 'clock'>,
  image: CachedImage,
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const isTold = await publicCache.invalidate(image, clock.now());
    await clock.wait(publicCache.epochMaxAgeMs);
    // A concurrent write to the cache may have replaced the mark.
    if (isTold && (await publicCache.isInvalidated(image.uniqueLink))) return;
  }
  await publicCache.invalidateAll(image.uniqueLink);
  await clock.wait(publicCache.epochMaxAgeMs);
}

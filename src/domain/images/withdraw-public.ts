import type { CachedImage } from '../../storage/public-cache.ts';
import type { Services } from '../services.ts';

/**
 * Withdraws a public image: afterwards no isolate of this data centre answers with its old state. Call it once the
 * change is committed, before anybody is told of it.
 */
export async function withdrawPublic(
  { publicCache, clock }: Pick<Services, 'publicCache' | 'clock'>,
  image: CachedImage,
): Promise<void> {
  await publicCache.invalidate(image, clock.now());
  await clock.wait(publicCache.memoryTtlMs);
}

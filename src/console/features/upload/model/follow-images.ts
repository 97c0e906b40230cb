import { batch } from '@preact/signals';
import type { ImageChanges } from '../../../state/image-changes.ts';
import type { QueueItems } from './queue-items.ts';

/** Keeps copied links working. Returns the ids of items whose images are gone. */
export function followImages(
  items: QueueItems,
  { changed = [], gone = [] }: ImageChanges,
): string[] {
  const known = new Map(
    items.all
      .peek()
      .flatMap(({ id, state }) =>
        state.name === 'done' ? [[state.image.image_id, id] as const] : [],
      ),
  );
  batch(() => {
    for (const { id: imageId, visibility, asset_link: assetLink } of changed) {
      const id = known.get(imageId);
      if (id === undefined || visibility === undefined || assetLink === undefined) continue;
      items.apply(id, { name: 'reassigned', visibility, assetLink });
    }
  });
  return gone.flatMap((imageId) => known.get(imageId) ?? []);
}

import type { Image } from '../../../api/types.ts';
import { preload } from '../../../state/preload.ts';
import { rowPreviewOf } from './row-previews.ts';
import { aspectOf, readViewMode, rowTarget } from './stored-view.ts';

/** As many as a phone shows; more would delay the scripts. */
const FIRST = 12;

/** Documents keep preloaded files for immediate loads only: `loading="lazy"` would request them again. */
export async function askFirstPreviews(answer: Promise<Response>): Promise<void> {
  const { data } = (await (await answer).clone().json()) as ListAnswer;
  const mode = readViewMode();
  // A list shows small squares.
  if (mode === 'list') return;
  const target = rowTarget(mode, innerWidth);
  const images = data?.images ?? [];
  const first = images
    .flatMap((image) => {
      const preview = rowPreviewOf(image, target);
      // Failed images and those in work have none.
      return preview === null ? [] : [{ aspect: aspectOf(image), preview }];
    })
    .slice(0, FIRST)
    // The widest first: the largest paint is one of them.
    .sort((one, other) => other.aspect - one.aspect);
  for (const { preview } of first) preload(preview, 'image');
}

interface ListAnswer {
  readonly data?: { readonly images?: readonly Image[] };
}

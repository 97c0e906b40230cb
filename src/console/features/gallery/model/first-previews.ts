import type { Image } from '../../../api/types.ts';
import { preload } from '../../../state/preload.ts';
import { rowPreviewOf } from './row-previews.ts';
import { readViewMode, rowTarget } from './stored-view.ts';

/** More would delay these and the scripts. */
const FIRST = 6;

/** Documents keep preloaded files for immediate loads only: `loading="lazy"` would request them again. */
export async function askFirstPreviews(answer: Promise<Response>): Promise<void> {
  const { data } = (await (await answer).clone().json()) as ListAnswer;
  const mode = readViewMode();
  // A list shows small squares.
  if (mode === 'list') return;
  const target = rowTarget(mode, innerWidth);
  const previews = data?.images?.map((image) => rowPreviewOf(image, target)) ?? [];
  // Failed images and those in work have none.
  for (const preview of previews.filter((path) => path !== null).slice(0, FIRST)) {
    preload(preview, 'image');
  }
}

interface ListAnswer {
  readonly data?: { readonly images?: readonly Image[] };
}

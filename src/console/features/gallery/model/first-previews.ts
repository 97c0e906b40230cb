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
  for (const image of data?.images?.slice(0, FIRST) ?? []) {
    const preview = rowPreviewOf(image, rowTarget(mode, innerWidth));
    if (preview !== null) preload(preview, 'image');
  }
}

interface ListAnswer {
  readonly data?: { readonly images?: readonly Image[] };
}

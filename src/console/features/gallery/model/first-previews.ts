import type { Image } from '../../../api/types.ts';
import { previewOf } from '../../../state/preview-of.ts';
import { preload } from '../../../state/preload.ts';

/** A phone shows three rows of two without scrolling. More would delay these and the scripts. */
const FIRST = 6;

/** Documents keep preloaded files for immediate loads only: `loading="lazy"` would request them again. */
export async function askFirstPreviews(answer: Promise<Response>): Promise<void> {
  const { data } = (await (await answer).clone().json()) as ListAnswer;
  for (const image of data?.images?.slice(0, FIRST) ?? []) {
    const preview = previewOf(image);
    if (preview !== null) preload(preview, 'image');
  }
}

interface ListAnswer {
  readonly data?: { readonly images?: readonly Image[] };
}

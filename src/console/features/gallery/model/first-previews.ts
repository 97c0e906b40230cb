import type { Image } from '../../../api/types.ts';
import { previewOf } from '../../../state/preview-of.ts';
import { preload } from '../../../state/preload.ts';

/** What a phone shows without scrolling: three rows of two. More would come in the way of these and of the scripts. */
const FIRST = 6;

/**
 * Has the previews come that the gallery begins with as soon as an answer of the list tells of them, while scripts are
 * still under way. A document keeps what it has preloaded, also private ones, which are no cache's, for what is loaded at
 * once: `loading="lazy"` would have them sent again.
 */
export async function askFirstPreviews(answer: Promise<Response>): Promise<void> {
  const { data } = (await (await answer).clone().json()) as ListAnswer;
  for (const image of data?.images?.slice(0, FIRST) ?? []) {
    const preview = previewOf(image);
    if (preview !== null) preload(preview, 'image');
  }
}

/** Where it is no refusal. */
interface ListAnswer {
  readonly data?: { readonly images?: readonly Image[] };
}

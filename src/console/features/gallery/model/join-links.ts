import type { EmbedChoice } from '../../../../shared/embeds.ts';
import { embedsOf } from '../../../state/image-embeds.ts';
import { linksOf, type LinkedImage } from '../../../state/image-links.ts';
import type { LinkForm } from '../../../../shared/link-forms.ts';

interface LinkedImages {
  readonly lines: readonly string[];
  /** Images that are processed or have failed. */
  readonly withoutLink: number;
  readonly hasPrivate: boolean;
}

export function joinLinks(
  images: readonly LinkedImage[],
  form: LinkForm,
  choice?: EmbedChoice,
  origin?: string,
): LinkedImages {
  const linked = images.flatMap((image) => {
    const links = linksOf(image, origin);
    if (links === null) return [];
    const line = form === 'url' ? links.url : embedsOf(image, links, choice)[form];
    return { line, visibility: image.visibility };
  });
  return {
    lines: linked.map(({ line }) => line),
    withoutLink: images.length - linked.length,
    hasPrivate: linked.some(({ visibility }) => visibility === 'private'),
  };
}

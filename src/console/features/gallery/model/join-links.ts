import { linksOf, type LinkedImage } from '../../../state/image-links.ts';
import type { LinkForm } from '../../../../shared/link-forms.ts';

interface LinkedImages {
  readonly lines: readonly string[];
  /** Images that are processed or have failed. */
  readonly withoutLink: number;
  readonly hasPrivate: boolean;
}

export function joinLinks(
  images: readonly (LinkedImage & { readonly visibility: string })[],
  form: LinkForm,
  origin?: string,
): LinkedImages {
  const linked = images.flatMap((image) => {
    const links = linksOf(image, origin);
    return links === null ? [] : { line: links[form], visibility: image.visibility };
  });
  return {
    lines: linked.map(({ line }) => line),
    withoutLink: images.length - linked.length,
    hasPrivate: linked.some(({ visibility }) => visibility === 'private'),
  };
}

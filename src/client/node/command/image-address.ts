import { publishedPath } from '../../poll.ts';
import type { ListedImage } from '../../protocol-types.ts';

/** Null while the image is processed, or when it could not be. */
export function urlOf(server: string, image: ListedImage): string | null {
  if (image.processing_status !== 'completed') return null;
  const { asset_link: assetLink, unique_link: link } = image;
  return server + (assetLink === null ? `/i/${link}` : publishedPath(assetLink));
}

/** The link in an address of an image: `/i/LINK.webp`, `/i/LINK/gallery.webp` or `/i/LINK`. Null for other texts. */
export function readLink(server: string, address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.origin !== server) return null;
  return /^\/i\/([^/.]+)(?:[/.].*)?$/u.exec(url.pathname)?.[1] ?? null;
}

import type { AlbumPhoto } from '../domain/albums/open-album-image.ts';
import { albumImagePath, albumPath, listAlbumRenditions } from './album-paths.ts';
import { drawThumbHash } from '../../shared/draw-thumb-hash.ts';
import type { AppContext } from './env.ts';
import { writeImagePage, type Markup } from './image-page.ts';
import { listRenditions } from './list-renditions.ts';
import { describeImage } from './page-preview.ts';
import { preferredLanguage } from './preferred-language.ts';

/** A private image is under the album's link here, a public one under its own. */
export function writePhotoPage(c: AppContext, link: string, { album, facts }: AlbumPhoto): Markup {
  const { title, description, owner, filename, image, imageId } = facts;
  const isPublic = facts.visibility === 'public';
  const blur = drawThumbHash(facts.thumbHash);
  return writeImagePage({
    language: preferredLanguage(c.req.raw) ?? 'en',
    title,
    description,
    owner,
    taken: facts.taken ?? {},
    image: {
      ...image,
      path: isPublic ? image.path : albumImagePath(link, imageId, 'published'),
      altText: describeImage(facts),
      renditions: isPublic
        ? listRenditions(image, '')
        : listAlbumRenditions(link, imageId, image.width),
      blurUrl: blur?.isOpaque === true ? blur.url : null,
    },
    filename,
    back: { path: albumPath(link), title: album.title },
    note: null,
    links: [],
    preview: null,
    isIndexed: false,
  });
}

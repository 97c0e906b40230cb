import type { Visibility } from '../../db/schema/images.ts';
import { VARIANT_EXTENSION } from '../../../shared/variants.ts';
import type { TakenFacts } from '../../../shared/taken-facts.ts';
import { unpackTaken, type StoredTaken } from '../texts/stored-taken.ts';
import { assetLink, assetPath, LINK_ROOT } from '../links/make-link.ts';
import type { PageRow } from './find-page.ts';
import { nameServed } from './image-record.ts';

/** What a share page says, apart from the link under which it is open. */
export interface PageFacts {
  readonly imageId: number;
  readonly visibility: Visibility;
  readonly title: string;
  readonly description: string;
  readonly altText: string;
  /** Base64; missing in facts that an earlier version cached. */
  readonly thumbHash?: string | null;
  /** Null unless the owner wants to be named. */
  readonly owner: string | null;
  /** Without the place; empty unless the owner wants it. Missing in facts that an earlier version cached. */
  readonly taken?: TakenFacts;
  /** Search engines may list a public image. */
  readonly isIndexed: boolean;
  /** For "Save as". */
  readonly filename: string;
  readonly image: ShownFile;
  /** The square of pipeline 2. */
  readonly preview: ShownFile | null;
}

/** A file under `path`; bytes and upright pixels. */
export interface ShownFile {
  readonly path: string;
  readonly mimeType: string;
  readonly size: number;
  readonly width: number;
  readonly height: number;
}

/** Null when nothing to show is stored. */
export function toPageFacts(row: PageRow): PageFacts | null {
  const image = row.pipelineVersion === 1 ? chooseLegacy(row) : choosePublished(row);
  if (image === null) return null;
  const { id: imageId, visibility, title, description, altText, thumbHash, owner, isIndexed } = row;
  return {
    imageId,
    visibility,
    title,
    description,
    altText,
    thumbHash,
    owner,
    taken: toShownTaken(row),
    isIndexed,
    filename: nameServed(row.filename, image.mimeType),
    image,
    preview: choosePreview(row),
  };
}

/** Nobody but the owner sees the place. */
export function toShownTaken(row: StoredTaken): TakenFacts {
  const { takenAt, camera } = unpackTaken(row);
  return { takenAt, camera };
}

function choosePublished({ uniqueLink, visibility, variants }: PageRow): ShownFile | null {
  const publish = variants.find(({ kind }) => kind === 'publish');
  return publish === undefined ? null : showUnder(assetPath(uniqueLink, visibility), publish);
}

function choosePreview({ uniqueLink, visibility, variants }: PageRow): ShownFile | null {
  const gallery = variants.find(({ kind }) => kind === 'gallery');
  if (gallery === undefined) return null;
  const path = `${LINK_ROOT}${assetLink(uniqueLink, visibility)}/gallery.${VARIANT_EXTENSION}`;
  return showUnder(path, gallery);
}

/** The stored WebP of a GIF has only its first frame. */
function chooseLegacy({ uniqueLink, variants }: PageRow): ShownFile | null {
  const original = variants.find(({ kind }) => kind === 'original');
  const webp = variants.find(({ kind }) => kind === 'webp');
  if (webp !== undefined && original?.mimeType !== 'image/gif') {
    return showUnder(`${LINK_ROOT}${uniqueLink}.${VARIANT_EXTENSION}`, webp);
  }
  return original === undefined ? null : showUnder(LINK_ROOT + uniqueLink, original);
}

function showUnder(path: string, { mimeType, size, width, height }: Omit<ShownFile, 'path'>) {
  return { path, mimeType, size, width, height };
}

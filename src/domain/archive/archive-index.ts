import { toTimestamp } from '../../lib/clock.ts';
import type { ListedImage } from '../images/listed-image.ts';
import { assetPath, LINK_ROOT } from '../links/make-link.ts';
import type { Volume } from './list-volume.ts';

/** What became of an image's file: its path in the archive and its bytes, or null when there is none to be had. */
type Packed = { readonly path: string; readonly size: number } | null;

export type IndexEntry = ReturnType<typeof toIndexEntry>;

/** The index of a volume as JSON text. */
export function writeIndex(
  { number, nextCursor }: Pick<Volume, 'number' | 'nextCursor'>,
  username: string,
  images: readonly IndexEntry[],
  nowMs: number,
): string {
  const index = {
    username,
    volume: number,
    is_last: nextCursor === '',
    created_at: toTimestamp(nowMs),
    images,
  };
  return JSON.stringify(index, null, 2);
}

/** One image in the index. */
export function toIndexEntry(image: ListedImage, packed: Packed, baseUrl: string) {
  const path = findPath(image);
  return {
    id: image.id,
    file: packed?.path ?? null,
    file_size: packed?.size ?? null,
    ...(packed === null ? { missing: 'there is no stored file of this image' } : {}),
    title: image.title,
    filename: image.filename,
    description: image.description,
    visibility: image.visibility,
    processing_status: image.processingStatus,
    width: image.width,
    height: image.height,
    view_count: image.viewCount,
    link: path === null ? null : new URL(path, baseUrl).href,
    created_at: toTimestamp(image.createdAt),
    updated_at: toTimestamp(image.updatedAt),
  };
}

/** The path of an image's link; null while it has none. */
function findPath({
  uniqueLink,
  visibility,
  pipelineVersion,
  processingStatus,
}: ListedImage): string | null {
  if (pipelineVersion === 1) return LINK_ROOT + uniqueLink;
  return processingStatus === 'completed' ? assetPath(uniqueLink, visibility) : null;
}

import { toTimestamp } from '../../lib/clock.ts';
import { assetLink } from '../delivery/parse-link.ts';
import type { ListedImage } from '../images/listed-image.ts';
import type { Volume } from './list-volume.ts';

/** What became of an image's file: its path in the archive and its bytes, or null when there is none to be had. */
export type Packed = { readonly path: string; readonly size: number } | null;

const linkPath = ({
  uniqueLink,
  visibility,
  pipelineVersion,
  processingStatus,
}: ListedImage): string | null => {
  if (pipelineVersion === 1) return `/i/${uniqueLink}`;
  return processingStatus === 'completed' ? `/i/${assetLink(uniqueLink, visibility)}.webp` : null;
};

/** One image in the index. */
export const describeImage = (image: ListedImage, packed: Packed, baseUrl: string) => {
  const link = linkPath(image);
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
    link: link === null ? null : new URL(link, baseUrl).href,
    created_at: toTimestamp(image.createdAt),
    updated_at: toTimestamp(image.updatedAt),
  };
};

/** The index of a volume as JSON text. */
export const writeIndex = (
  { number, nextCursor }: Pick<Volume, 'number' | 'nextCursor'>,
  username: string,
  images: readonly ReturnType<typeof describeImage>[],
  nowMs: number,
): string =>
  JSON.stringify(
    {
      username,
      volume: number,
      is_last: nextCursor === '',
      created_at: toTimestamp(nowMs),
      images,
    },
    null,
    2,
  );

import { ApiError } from '../../../../client/errors.ts';
import { ALBUM_IMAGES_MAX, ALBUM_IMAGES_PER_CALL } from '../../../../shared/entry-rules.ts';
import { INVALID_PARAMETER } from '../../../../shared/error-codes.ts';
import { putInAlbum, readAlbum } from '../../../api/albums.ts';

interface Addition {
  /** The first of the images. */
  readonly asked: ReadonlySet<number>;
  /** Of those: the others are not in the library. */
  readonly inAlbum: ReadonlySet<number>;
}

/** Adds as many images as one call takes and the album has room for. @throws {ApiError | ConnectionError} */
export async function putThatFit(albumId: number, imageIds: readonly number[]): Promise<Addition> {
  const put = async (count: number): Promise<Addition> => {
    const asked = imageIds.slice(0, Math.min(count, ALBUM_IMAGES_PER_CALL));
    const { image_ids: inAlbum } = await putInAlbum(albumId, asked);
    return { asked: new Set(asked), inAlbum: new Set(inAlbum) };
  };
  try {
    return await put(imageIds.length);
  } catch (error) {
    if (!isFull(error)) throw error;
    // The service refuses a call of more than fit as a whole.
    const { image_count: count } = await readAlbum(albumId);
    if (count >= ALBUM_IMAGES_MAX) throw error;
    return put(ALBUM_IMAGES_MAX - count);
  }
}

export function isFull(error: unknown): boolean {
  return error instanceof ApiError && error.code === INVALID_PARAMETER;
}

import { randomBase62 } from './base62.ts';
import { toBase64Url } from './bytes.ts';

/** Characters of a `unique_link`. A private alias has one more, so the two never collide. */
export const UNIQUE_LINK_LENGTH = 12;

/** 71 random bits. */
export function newUniqueLink(): string {
  return randomBase62(UNIQUE_LINK_LENGTH);
}

/** Characters of the link of an album. */
export const ALBUM_LINK_LENGTH = 22;

/** 131 random bits. */
export function newAlbumLink(): string {
  return randomBase62(ALBUM_LINK_LENGTH);
}

/** Characters of a `newUploadId`. */
export const UPLOAD_ID_LENGTH = 32;

/** 192 random bits. */
export function newUploadId(): string {
  return toBase64Url(randomBytes(24));
}

/** Characters of a `newOpaqueId`. */
export const OPAQUE_ID_LENGTH = 22;

export function newOpaqueId(): string {
  return toBase64Url(randomBytes(16));
}

export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length));
}

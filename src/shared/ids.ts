import { toBase64Url } from './bytes.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
// The largest multiple of 62 below 256. Larger bytes are dropped to keep all digits equally likely.
const BASE62_BYTE_LIMIT = 248;

/** Characters of a `unique_link`. A private alias has one more, so the two never collide. */
export const UNIQUE_LINK_LENGTH = 12;

/** 71 random bits. */
export function newUniqueLink(): string {
  let link = '';
  while (link.length < UNIQUE_LINK_LENGTH) {
    for (const byte of randomBytes(UNIQUE_LINK_LENGTH)) {
      if (byte < BASE62_BYTE_LIMIT && link.length < UNIQUE_LINK_LENGTH) link += BASE62[byte % 62];
    }
  }
  return link;
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

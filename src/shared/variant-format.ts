/** Stored variants are WebP only. */
export const VARIANT_MIME_TYPE = 'image/webp';
export const VARIANT_EXTENSION = 'webp';

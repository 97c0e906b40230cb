/** All parts and variants of pipeline 2 (specification: persisted variants are WebP only). */
export const VARIANT_MIME_TYPE = 'image/webp';
export const VARIANT_EXTENSION = 'webp';

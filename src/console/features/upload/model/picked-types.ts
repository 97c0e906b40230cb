/** Of file choosers. Phones convert other types to JPEG. */
export const PICKED_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

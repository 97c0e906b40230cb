/** The first page of a whole library, as the gallery requests it. */
export const FIRST_IMAGES_PATH =
  '/api/v1/images/?sort=-created_at&visibility=&search=&cursor=&limit=100';

export const USERNAME_PATTERN = /^[A-Za-z0-9_.-]+$/u;
export const USERNAME_MIN_CHARACTERS = 3;
export const USERNAME_MAX_CHARACTERS = 50;

/** Of an image, like its filename, in UTF-16 units. */
export const TITLE_MAX_CHARACTERS = 255;
export const FILENAME_MAX_CHARACTERS = 255;
export const DESCRIPTION_MAX_CHARACTERS = 2000;
export const ALT_TEXT_MAX_CHARACTERS = 1500;

/** Of an address from which an image is fetched, in UTF-16 units. */
export const URL_MAX_CHARACTERS = 2048;

/** Of a search for images, in code points. */
export const SEARCH_MAX_CODE_POINTS = 255;

/** No text of one line has them: control characters, and halves of a pair of UTF-16. */
export const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}]/gu;

export const EMAIL_MAX_CHARACTERS = 100;

/** In code points, as JSON Schema counts. */
export const PASSWORD_MIN_CODE_POINTS = 8;
export const PASSWORD_MAX_CODE_POINTS = 72;

export function judgePasswordLength(password: string): 'short' | 'long' | null {
  const length = countCodePoints(password);
  if (length < PASSWORD_MIN_CODE_POINTS) return 'short';
  return length > PASSWORD_MAX_CODE_POINTS ? 'long' : null;
}

/** Other lifetimes are clamped to this range. */
export const PRIVATE_TOKEN_TTL_MIN_MS = 600_000;
export const PRIVATE_TOKEN_TTL_MAX_MS = 259_200_000;

/** Of an API key, in UTF-16 units. */
export const API_KEY_LABEL_MAX_CHARACTERS = 64;
export const API_KEY_REQUESTS_PER_MINUTE_MAX = 6000;

/** Of an image's share links. */
export const SHARE_LINKS_PER_IMAGE = 50;
export const SHARE_LABEL_MAX_CHARACTERS = 64;
export const SHARE_MAX_VIEWS = 1_000_000;
/** In code points, as of an account's password. */
export const SHARE_PASSWORD_MIN_CODE_POINTS = 4;

/** Of a user. */
export const ALBUMS_MAX = 10_000;
export const ALBUM_IMAGES_MAX = 100_000;
/** Added, removed or moved by one call. */
export const ALBUM_IMAGES_PER_CALL = 500;

/** Of an invitation, in UTF-16 units. */
export const INVITATION_LABEL_MAX_CHARACTERS = 64;
export const INVITATION_MAX_USES = 1_000_000;

/** Of an account. */
export const STORAGE_QUOTA_MAX_BYTES = 2 ** 50;
export const IMAGE_LIMIT_MAX = 100_000_000;

export function countCodePoints(text: string): number {
  return Array.from(text).length;
}

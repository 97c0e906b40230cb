/** Rules of form fields (specification, Limits). The service enforces them, the console checks them first. */

export const USERNAME_PATTERN = /^[A-Za-z0-9_.-]+$/u;
export const USERNAME_MIN_CHARACTERS = 3;
export const USERNAME_MAX_CHARACTERS = 50;

export const EMAIL_MAX_CHARACTERS = 100;

/** In code points, as JSON Schema counts. */
export const PASSWORD_MIN_CODE_POINTS = 8;
export const PASSWORD_MAX_CODE_POINTS = 72;

/** Judges the length of a new password; null when it is allowed. */
export function judgePasswordLength(password: string): 'short' | 'long' | null {
  const length = countCodePoints(password);
  if (length < PASSWORD_MIN_CODE_POINTS) return 'short';
  return length > PASSWORD_MAX_CODE_POINTS ? 'long' : null;
}

/** The lifetime of an image token is clamped to this range. */
export const PRIVATE_TOKEN_TTL_MIN_MS = 600_000;
export const PRIVATE_TOKEN_TTL_MAX_MS = 259_200_000;

/** A number of milliseconds from 1, without a sign or a leading zero. */
export const WHOLE_MS_PATTERN = /^[1-9]\d{0,14}$/u;

/** A relative path of keys, of 200 characters at most. */
export const KEY_PREFIX_PATTERN = /^(?=.{1,200}$)[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/u;

/** A language as in BCP 47, with its region or script if it names one. */
export const LOCALE_TAG_PATTERN = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/u;

/** A colour such as #ffffff. */
export const COLOR_PATTERN = /^#[0-9a-f]{6}$/u;

/** A decimal number from 0, of four places. */
export const SHARE_PATTERN = /^\d(\.\d{1,4})?$/u;

export function countCodePoints(text: string): number {
  return Array.from(text).length;
}

/** Of settings and vars. Apart from the rules of fields, which every page of the console loads. */

export const WHOLE_MS_PATTERN = /^[1-9]\d{0,14}$/u;

/** Relative, at most 200 characters. */
export const KEY_PREFIX_PATTERN = /^(?=.{1,200}$)[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/u;

export const LOCALE_TAG_PATTERN = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/u;

export const COLOR_PATTERN = /^#[0-9a-f]{6}$/u;

/** From 0, of four decimal places. */
export const SHARE_PATTERN = /^\d(\.\d{1,4})?$/u;

/** Pixels. No others, so that nobody can have any number of files made. */
export const RENDITION_WIDTHS = [160, 320, 480, 640, 960, 1280, 1600, 1920, 2560] as const;

/** A wider rendition counts as a view of its image. */
export const THUMBNAIL_MAX_WIDTH = 480;

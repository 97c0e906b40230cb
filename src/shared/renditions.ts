export { RENDITION_WIDTHS, THUMBNAIL_MAX_WIDTH } from './rendition-widths.ts';

export const RENDITION_ROOT = '/r/';

export const RENDITION_FORMATS = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  png: 'image/png',
} as const;

/** The extension of a rendition whose format `Accept` chooses. */
export const NEGOTIATED = 'auto';

export type RenditionFormat = keyof typeof RENDITION_FORMATS;
export type RenditionExtension = RenditionFormat | typeof NEGOTIATED;

export const RENDITION_EXTENSIONS = [
  ...(Object.keys(RENDITION_FORMATS) as RenditionFormat[]),
  NEGOTIATED,
] as const satisfies readonly RenditionExtension[];

/** `link` is an asset link; of pipeline 1, the unique link. */
export function renditionPath(link: string, width: number, extension: RenditionExtension): string {
  return `${RENDITION_ROOT}${String(width)}/${link}.${extension}`;
}

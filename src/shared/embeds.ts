import { type LinkForm, writeImg, writeLink } from './link-forms.ts';
import type { Size } from './pixels.ts';
import { fitInto } from './recipe-geometry.ts';
import { RENDITION_WIDTHS, renditionPath } from './renditions.ts';

/** Pixels of width in a page; `full` is the image as it is stored. */
export const EMBED_WIDTHS = { small: 320, medium: 640, large: 1280, full: Infinity } as const;

/** JPEG is for programs that read no WebP. */
export const EMBED_FORMATS = ['webp', 'jpg'] as const;

export interface EmbedChoice {
  readonly size: keyof typeof EMBED_WIDTHS;
  readonly format: (typeof EMBED_FORMATS)[number];
}

export const AS_STORED: EmbedChoice = { size: 'full', format: 'webp' };

/** Addresses are absolute. */
export interface EmbeddedImage extends Size {
  readonly url: string;
  /** What its thumbnail links to. */
  readonly page: string;
  /** The alternative text. */
  readonly name: string;
  /** Null for none: renditions of a private image open for its owner alone. */
  readonly renditions: {
    readonly origin: string;
    /** The asset link; of pipeline 1, the unique link. */
    readonly link: string;
    /** Whether `url` is the widest WebP. An original may move, and renditions never do. */
    readonly isWebp: boolean;
  } | null;
}

interface Source {
  readonly url: string;
  readonly width: number;
}

/** Screens of twice the density show as many pixels. */
const DENSITY_MAX = 2;
const WIDEST_RENDITION = Math.max(...RENDITION_WIDTHS);

/** The image in every form, with no file wider than itself. A thumbnail links to the page of the image. */
export function writeEmbeds(
  image: EmbeddedImage,
  choice: EmbedChoice = AS_STORED,
): Record<LinkForm, string> {
  const { name, page } = image;
  const { width, height } = fitInto(image, { width: widthOf(image, choice), height: Infinity });
  const sources = listSources(image, choice).filter((one) => one.width <= DENSITY_MAX * width);
  const shown = sources.find((source) => source.width >= width) ?? image;
  const { url, markdown, bbcode } = writeLink(shown.url, name);
  const isThumbnail = width < image.width;
  const html = writeImg({
    src: url,
    ...(sources.length < 2 ? {} : listForBrowsers(sources, width)),
    width: String(width),
    height: String(height),
    loading: 'lazy',
    decoding: 'async',
    alt: name,
  });
  return {
    url,
    html,
    markdown: isThumbnail ? `[${markdown}](${page})` : markdown,
    bbcode: isThumbnail ? `[url=${page}]${bbcode}[/url]` : bbcode,
  };
}

function widthOf({ renditions }: EmbeddedImage, { size, format }: EmbedChoice): number {
  if (renditions === null) return Infinity;
  const isStored = size === 'full' && format === 'webp';
  return isStored ? Infinity : Math.min(EMBED_WIDTHS[size], WIDEST_RENDITION);
}

/** From the narrowest on; none of an image that may move. */
function listSources(
  { url, width, renditions }: EmbeddedImage,
  { size, format }: EmbedChoice,
): Source[] {
  if (renditions === null) return [];
  const { origin, link, isWebp } = renditions;
  const isStored = format === 'webp' && isWebp;
  if (size === 'full' && format === 'webp' && !isWebp) return [];
  const sourceAt = (asked: number): Source => ({
    url: origin + renditionPath(link, asked, format),
    width: Math.min(asked, width),
  });
  const wanted = RENDITION_WIDTHS.filter((one) => one >= EMBED_WIDTHS.small);
  const smaller = wanted.filter((one) => one < width).map(sourceAt);
  const widest = wanted.filter((one) => one >= width).slice(0, 1);
  return [...smaller, ...(isStored ? [{ url, width }] : widest.map(sourceAt))];
}

function listForBrowsers(sources: readonly Source[], width: number) {
  return {
    srcset: sources.map((source) => `${source.url} ${String(source.width)}w`).join(', '),
    sizes: `(max-width: ${String(width)}px) 100vw, ${String(width)}px`,
  };
}

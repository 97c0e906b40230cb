import type { Size } from './pixels.ts';

export const WATERMARK_POSITIONS = [
  'top_left',
  'top',
  'top_right',
  'left',
  'center',
  'right',
  'bottom_left',
  'bottom',
  'bottom_right',
] as const;

export type WatermarkPosition = (typeof WATERMARK_POSITIONS)[number];

export const WATERMARK_KEYS = [
  'watermark_enabled',
  'watermark_kind',
  'watermark_text',
  'watermark_color',
  'watermark_image',
  'watermark_position',
  'watermark_opacity',
  'watermark_scale',
  'watermark_margin',
  'watermark_tiling',
] as const;

export const WATERMARK_TEXT_MAX_CODE_POINTS = 100;
/** In pixels, before scaling. */
export const WATERMARK_IMAGE_MAX_EDGE = 1024;
/** In base64 it fits a JSON body and D1's 2 MB a row, so that one row read also brings the watermark. */
export const WATERMARK_IMAGE_MAX_BYTES = 256 * 1024;

/** The error of a publication that waits until the watermark is changed to one that can be drawn. */
export const WATERMARK_UNUSABLE = 'watermark_unusable';

export const PROBE_FONT_PX = 64;

const MAX_FONT_PX = 256;
/** Of the image's shorter edge, so that a short word does not fill the image. */
const MAX_FONT_SHARE = 0.12;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface WatermarkLayout {
  readonly position: WatermarkPosition;
  /** 0 to 1. */
  readonly opacity: number;
  /** Share of the image's width, above 0 and up to 1; reduced to fit. */
  readonly scale: number;
  /** Gap to edges and between tiles, as a share of the image's shorter edge. */
  readonly margin: number;
  /** Ignores `position`. */
  readonly tiling: boolean;
}

export interface TextLayout {
  readonly fontPx: number;
  /** With its shadow. */
  readonly size: Size;
  /** From the edges to the ink. */
  readonly inset: number;
  /** Radius of each of the shadow's two blurs. */
  readonly softness: number;
}

/** The share of the free space before the mark. */
const SHARE_BEFORE: Record<WatermarkPosition, readonly [across: number, down: number]> = {
  top_left: [0, 0],
  top: [0.5, 0],
  top_right: [1, 0],
  left: [0, 0.5],
  center: [0.5, 0.5],
  right: [1, 0.5],
  bottom_left: [0, 1],
  bottom: [0.5, 1],
  bottom_right: [1, 1],
};

/** `scale` of the image's width, less if the mark is too tall. */
export function fitMark(
  mark: Size,
  image: Size,
  { scale, margin }: Pick<WatermarkLayout, 'scale' | 'margin'>,
): Size {
  const gap = 2 * marginPixels(image, margin);
  const ratio = Math.min(
    (image.width * scale) / mark.width,
    Math.max(1, image.width - gap) / mark.width,
    Math.max(1, image.height - gap) / mark.height,
  );
  return {
    width: Math.max(1, Math.round(mark.width * ratio)),
    height: Math.max(1, Math.round(mark.height * ratio)),
  };
}

/** Top left corners in pixels; parts may lie outside. */
export function placeMark(
  mark: Size,
  image: Size,
  { position, margin, tiling }: Pick<WatermarkLayout, 'position' | 'margin' | 'tiling'>,
): Point[] {
  const gap = marginPixels(image, margin);
  if (tiling) return tile(mark, image, gap);
  const [across, down] = SHARE_BEFORE[position];
  const along = (share: number, room: number): number =>
    Math.round(share === 0.5 ? room / 2 : gap + share * (room - 2 * gap));
  return [
    { x: along(across, image.width - mark.width), y: along(down, image.height - mark.height) },
  ];
}

/** For a line whose ink is `ink` at `PROBE_FONT_PX`. */
export function layOutText(
  ink: Size,
  image: Size,
  mark: Pick<WatermarkLayout, 'scale' | 'margin'>,
): TextLayout {
  const largest = Math.min(MAX_FONT_PX, MAX_FONT_SHARE * Math.min(image.width, image.height));
  const wanted = (PROBE_FONT_PX * fitMark(ink, image, mark).width) / ink.width;
  const fontPx = Math.max(1, Math.min(wanted, largest));
  const ratio = fontPx / PROBE_FONT_PX;
  const softness = Math.max(1, Math.round(fontPx / 24));
  const inset = 2 * softness + 1;
  return {
    fontPx,
    inset,
    softness,
    size: {
      width: Math.ceil(ink.width * ratio) + 2 * inset,
      height: Math.ceil(ink.height * ratio) + 2 * inset,
    },
  };
}

function marginPixels(image: Size, margin: number): number {
  return Math.round(Math.min(image.width, image.height) * margin);
}

function tile(mark: Size, image: Size, gap: number): Point[] {
  const points: Point[] = [];
  const stepX = mark.width + Math.max(gap, 1);
  const stepY = mark.height + Math.max(gap, 1);
  for (let row = 0, y = gap; y < image.height; row += 1, y += stepY) {
    for (let x = gap - (row % 2) * Math.round(stepX / 2); x < image.width; x += stepX) {
      points.push({ x, y });
    }
  }
  return points;
}

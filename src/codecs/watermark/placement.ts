import type { Size } from '../../lib/pixels.ts';
import type { Watermark, WatermarkPosition } from './watermark.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The share of the free room that lies before the mark. */
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

/** The size of a mark of the given proportions in this image: `scale` of its width, less if it is too tall. */
export function fitMark(
  mark: Size,
  image: Size,
  { scale, margin }: Pick<Watermark, 'scale' | 'margin'>,
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

/** The top left corners of the mark in the image, in pixels; parts may lie outside. */
export function placeMark(
  mark: Size,
  image: Size,
  { position, margin, tiling }: Pick<Watermark, 'position' | 'margin' | 'tiling'>,
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

function marginPixels(image: Size, margin: number): number {
  return Math.round(Math.min(image.width, image.height) * margin);
}

function tile(mark: Size, image: Size, gap: number): Point[] {
  const points: Point[] = [];
  const stepX = mark.width + Math.max(gap, 1);
  const stepY = mark.height + Math.max(gap, 1);
  for (let row = 0, y = gap; y < image.height; row += 1, y += stepY) {
    // Every other row begins half a step earlier, so that marks do not line up in columns.
    for (let x = gap - (row % 2) * Math.round(stepX / 2); x < image.width; x += stepX) {
      points.push({ x, y });
    }
  }
  return points;
}

import type { Size } from '../../../shared/pixels.ts';
import type { Point } from '../../../shared/watermark-layout.ts';
import type { Planes } from '../../../imaging/engine/planes.ts';

/** Premultiplied RGBA, rows without gaps. */
export interface Overlay extends Size {
  readonly data: Uint8ClampedArray;
}

interface Mark {
  readonly overlay: Overlay;
  readonly at: Point;
  readonly opacity: number;
}

const LUMA_ZERO = 16;
const CHROMA_ZERO = 128;

/** In place (Porter-Duff source-over), clipped to the image; `opacity` is 0 to 1. */
export function blendOverlay(planes: Planes, overlay: Overlay, at: Point, opacity: number): void {
  const mark = { overlay, at, opacity };
  const right = Math.min(at.x + overlay.width, planes.width);
  const bottom = Math.min(at.y + overlay.height, planes.height);
  for (let top = evenBelow(at.y); top < bottom; top += 2) {
    for (let left = evenBelow(at.x); left < right; left += 2) blendSquare(planes, left, top, mark);
  }
}

/** Chroma squares begin at even pixels. */
function evenBelow(start: number): number {
  const inside = Math.max(0, start);
  return inside - (inside % 2);
}

/** Each pixel contributes to the shared chroma by its opacity. Luma and chroma are linear, so they mix as colours. */
function blendSquare(planes: Planes, left: number, top: number, mark: Mark): void {
  const { overlay, at, opacity } = mark;
  const { width, height, alpha } = planes;
  let [markU, markV, keptSum, sum] = [0, 0, 0, 0];
  for (let y = top; y < Math.min(top + 2, height); y += 1) {
    for (let x = left; x < Math.min(left + 2, width); x += 1) {
      const pixel = y * width + x;
      const from = indexIn(overlay, x - at.x, y - at.y);
      const markAlpha = from < 0 ? 0 : ((overlay.data[from + 3] ?? 0) * opacity) / 255;
      const kept = (alpha === null ? 1 : (alpha[pixel] ?? 0) / 255) * (1 - markAlpha);
      keptSum += kept;
      sum += markAlpha + kept;
      if (markAlpha === 0) continue;
      const red = (overlay.data[from] ?? 0) * opacity;
      const green = (overlay.data[from + 1] ?? 0) * opacity;
      const blue = (overlay.data[from + 2] ?? 0) * opacity;
      // BT.601, as libwebp has it in dsp/yuv.h.
      const luma = LUMA_ZERO * markAlpha + (16839 * red + 33059 * green + 6420 * blue) / 65536;
      markU += CHROMA_ZERO * markAlpha + (-9719 * red - 19081 * green + 28800 * blue) / 65536;
      markV += CHROMA_ZERO * markAlpha + (28800 * red - 24116 * green - 4684 * blue) / 65536;
      const total = markAlpha + kept;
      planes.y[pixel] = Math.round((luma + (planes.y[pixel] ?? 0) * kept) / total);
      if (alpha !== null) alpha[pixel] = Math.round(total * 255);
    }
  }
  if (sum === keptSum) return;
  const square = (top / 2) * Math.ceil(width / 2) + left / 2;
  planes.u[square] = Math.round((markU + (planes.u[square] ?? 0) * keptSum) / sum);
  planes.v[square] = Math.round((markV + (planes.v[square] ?? 0) * keptSum) / sum);
}

function indexIn({ width, height }: Size, x: number, y: number): number {
  return x < 0 || y < 0 || x >= width || y >= height ? -1 : 4 * (y * width + x);
}

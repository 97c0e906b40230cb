/**
 * Draws a watermark at the size and position of the service (watermark-layout.ts). Text uses the browser's font and a
 * similar shadow.
 */

import type { Size } from '../../../../shared/pixels.ts';
import {
  fitMark,
  layOutText,
  placeMark,
  PROBE_FONT_PX,
  type WatermarkLayout,
} from '../../../../shared/watermark-layout.ts';

export type Mark = WatermarkLayout &
  (
    | { readonly kind: 'text'; readonly text: string; readonly color: string }
    | { readonly kind: 'image'; readonly image: ImageBitmap }
  );

const FONT = 'Roboto, "Helvetica Neue", Arial, sans-serif';
const SHADOW_STRENGTH = 0.65;
const DARK_LUMA = 128;

/** Draws `base` and the mark; the canvas takes the size of `base`. */
export function drawMarked(
  canvas: HTMLCanvasElement,
  base: HTMLCanvasElement | ImageBitmap,
  mark: Mark | null,
): void {
  const { width, height } = base;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.globalAlpha = 1;
  context.drawImage(base, 0, 0);
  const drawn = mark === null ? null : renderMark(mark, { width, height });
  if (mark === null || drawn === null) return;
  context.globalAlpha = mark.opacity;
  for (const { x, y } of placeMark(drawn, { width, height }, mark)) context.drawImage(drawn, x, y);
}

function renderMark(mark: Mark, image: Size): HTMLCanvasElement | null {
  if (mark.kind === 'text') return renderText(mark, image);
  const { canvas, context } = createCanvas(fitMark(mark.image, image, mark));
  if (context !== null) {
    context.imageSmoothingQuality = 'high';
    context.drawImage(mark.image, 0, 0, canvas.width, canvas.height);
  }
  return canvas;
}

function renderText(mark: Mark & { readonly kind: 'text' }, image: Size): HTMLCanvasElement | null {
  const line = mark.text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
  if (line === '') return null;
  const ink = measureInk(line);
  const { fontPx, size, inset, softness } = layOutText(ink, image, mark);
  const ratio = fontPx / PROBE_FONT_PX;
  const { canvas, context } = createCanvas(size);
  if (context === null) return null;
  context.font = `${fontPx}px ${FONT}`;
  context.fillStyle = mark.color;
  const shade = lumaOf(mark.color) < DARK_LUMA ? 255 : 0;
  context.shadowColor = `rgb(${shade} ${shade} ${shade} / ${SHADOW_STRENGTH})`;
  context.shadowBlur = 2 * softness;
  context.fillText(line, inset + ink.left * ratio, inset + ink.ascent * ratio);
  return canvas;
}

interface Ink extends Size {
  /** From the ink's edges to the baseline's start. */
  readonly left: number;
  readonly ascent: number;
}

function measureInk(line: string): Ink {
  const { context } = createCanvas({ width: 1, height: 1 });
  if (context === null) return { left: 0, ascent: 1, width: 1, height: 1 };
  context.font = `${PROBE_FONT_PX}px ${FONT}`;
  const box = context.measureText(line);
  return {
    left: box.actualBoundingBoxLeft,
    ascent: box.actualBoundingBoxAscent,
    width: Math.max(1, box.actualBoundingBoxLeft + box.actualBoundingBoxRight),
    height: Math.max(1, box.actualBoundingBoxAscent + box.actualBoundingBoxDescent),
  };
}

function createCanvas({ width, height }: Size) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return { canvas, context: canvas.getContext('2d') };
}

function lumaOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(color.slice(at, at + 2), 16),
  );
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

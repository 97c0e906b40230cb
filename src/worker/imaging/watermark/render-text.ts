import type { Size } from '../../../shared/pixels.ts';
import {
  layOutText,
  PROBE_FONT_PX,
  WATERMARK_TEXT_MAX_CODE_POINTS,
} from '../../../shared/watermark-layout.ts';
import type { Overlay } from './blend.ts';
import { blurPlane } from './blur.ts';
import { drawCoverage } from './photon.ts';
import type { TextWatermark } from './watermark.ts';

/** Room around the line's box: stacked accents rise above it. */
const PROBE_INSET_PX = 16;
const PROBE_ADVANCE_PX = 80;

/** A noncharacter, which every font draws as its box for missing glyphs. */
const MISSING = '\u{10FFFE}';

const SHADOW_STRENGTH = 0.65;
const SHADOW_GAIN = 1.6;

interface Ink {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Null if nothing is visible, the text is too long, or the font lacks a character. */
export function renderText(mark: TextWatermark, image: Size): Overlay | null {
  const line = toLine(mark.text);
  const isColor = /^#[0-9a-f]{6}$/iu.test(mark.color);
  if (
    !isColor ||
    Array.from(line).length > WATERMARK_TEXT_MAX_CODE_POINTS ||
    listMissingGlyphs(line).length > 0
  ) {
    return null;
  }
  const { coverage, canvas } = probe(line);
  const ink = findInk(coverage, canvas);
  if (ink === null) return null;
  const { fontPx, size, inset, softness } = layOutText(ink, image, mark);
  const ratio = fontPx / PROBE_FONT_PX;
  const origin = {
    x: inset - Math.round((ink.left - PROBE_INSET_PX) * ratio),
    y: inset - Math.round((ink.top - PROBE_INSET_PX) * ratio),
  };
  return paint(drawCoverage(line, size, origin, fontPx), size, mark.color, softness);
}

/** Photon draws a box for a missing glyph without reporting it, so the pixels are compared. */
export function listMissingGlyphs(text: string): string[] {
  const box = probe(MISSING).coverage;
  return [...new Set(toLine(text))].filter((character) =>
    probe(character).coverage.every((value, i) => value === box[i]),
  );
}

function toLine(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
}

function probe(line: string): { coverage: Uint8Array; canvas: Size } {
  const canvas = {
    width: Array.from(line).length * PROBE_ADVANCE_PX + 2 * PROBE_INSET_PX,
    height: 2 * PROBE_FONT_PX,
  };
  const origin = { x: PROBE_INSET_PX, y: PROBE_INSET_PX };
  return { coverage: drawCoverage(line, canvas, origin, PROBE_FONT_PX), canvas };
}

function findInk(coverage: Uint8Array, canvas: Size): Ink | null {
  let [left, right, top, bottom] = [canvas.width, -1, canvas.height, -1];
  for (let y = 0, i = 0; y < canvas.height; y += 1) {
    for (let x = 0; x < canvas.width; x += 1, i += 1) {
      if (coverage[i] !== 0) {
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = y;
      }
    }
  }
  return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** Text over a soft shadow of the opposite lightness, legible on any background. */
function paint(coverage: Uint8Array, canvas: Size, color: string, softness: number): Overlay {
  const rgb = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const [red = 0, green = 0, blue = 0] = rgb;
  const shadow = 0.299 * red + 0.587 * green + 0.114 * blue < 128 ? 255 : 0;
  const blurred = blurPlane(blurPlane(coverage, canvas.width, softness), canvas.width, softness);
  const data = new Uint8ClampedArray(coverage.length * 4);
  for (let i = 0; i < coverage.length; i += 1) {
    const ink = (coverage[i] ?? 0) / 255;
    const shade =
      Math.min(1, ((blurred[i] ?? 0) / 255) * SHADOW_GAIN) * SHADOW_STRENGTH * (1 - ink);
    data[4 * i] = red * ink + shadow * shade;
    data[4 * i + 1] = green * ink + shadow * shade;
    data[4 * i + 2] = blue * ink + shadow * shade;
    data[4 * i + 3] = 255 * (ink + shade);
  }
  return { ...canvas, data };
}

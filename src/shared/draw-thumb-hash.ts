import { rgbaToDataURL, thumbHashToRGBA } from 'thumbhash';
import { fromBase64 } from './bytes.ts';
import { BYTES_PER_PIXEL } from './pixels.ts';

/** Of the 32 pixels that are drawn of the longer side. Browsers smooth seven waves of 16 as well. */
const STEP = 2;
/** Of the header (evanw.github.io/thumbhash). */
const ALPHA_BYTE = 2;
const ALPHA_BIT = 0x80;

export interface DrawnThumbHash {
  /** A PNG of about 1.3 KB as a `data:` URL. */
  readonly url: string;
  /** Otherwise it would stay visible through the image. */
  readonly isOpaque: boolean;
}

/** Null without one, and of a damaged one. An earlier version's Worker or cache gives `undefined`. */
export function drawThumbHash(base64: string | null | undefined): DrawnThumbHash | null {
  const hash = fromBase64(base64 ?? '');
  if (hash === null) return null;
  const { w, h, rgba } = thumbHashToRGBA(hash);
  if (w === 0 || h === 0) return null;
  const [width, height] = [Math.ceil(w / STEP), Math.ceil(h / STEP)];
  const small = new Uint8Array(width * height * BYTES_PER_PIXEL);
  for (let at = 0; at < small.length; at += 1) {
    const pixel = Math.floor(at / BYTES_PER_PIXEL);
    const [left, top] = [(pixel % width) * STEP, Math.floor(pixel / width) * STEP];
    const right = Math.min(left + 1, w - 1);
    const below = Math.min(top + 1, h - 1);
    const sampleAt = (x: number, y: number): number =>
      rgba[(y * w + x) * BYTES_PER_PIXEL + (at % BYTES_PER_PIXEL)] ?? 0;
    small[at] =
      (sampleAt(left, top) +
        sampleAt(right, top) +
        sampleAt(left, below) +
        sampleAt(right, below)) /
      STEP ** 2;
  }
  const isOpaque = ((hash[ALPHA_BYTE] ?? 0) & ALPHA_BIT) === 0;
  return { url: rgbaToDataURL(width, height, small), isOpaque };
}

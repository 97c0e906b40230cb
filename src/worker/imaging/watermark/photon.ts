import photonWasm from '@cf-wasm/photon/photon.wasm';

import { utf8 } from '../../../shared/bytes.ts';
import { BYTES_PER_PIXEL, type Size } from '../../../shared/pixels.ts';
import type { Point } from '../../../shared/watermark-layout.ts';
import { keepPhotonHeap } from './photon-heap.ts';

const MAX_STRIP_WIDTH_PX = 512;

/** wasm-bindgen; images and colours are addresses. */
interface PhotonExports {
  readonly memory: WebAssembly.Memory;
  photonimage_new(start: number, length: number, width: number, height: number): number;
  /** Copies the pixels. */
  photonimage_get_raw_pixels(image: number): readonly [start: number, length: number];
  __wbg_photonimage_free(image: number, isUnwinding: 0): void;
  rgba_new(red: number, green: number, blue: number, alpha: number): number;
  /** Frees the text and the colour. */
  draw_text_with_color(
    image: number,
    start: number,
    length: number,
    x: number,
    y: number,
    fontPx: number,
    color: number,
  ): void;
  __wbindgen_malloc(length: number, alignment: number): number;
  __wbindgen_free(start: number, length: number, alignment: number): void;
}

let photon: PhotonExports | null = null;

interface Strip {
  readonly left: number;
  readonly width: number;
}

/** One line in Roboto, its box at the given point; returns the coverage of each pixel, 0 to 255. */
export function drawCoverage(
  line: string,
  { width, height }: Size,
  { x, y }: Point,
  fontPx: number,
): Uint8Array {
  const coverage = new Uint8Array(width * height);
  for (const strip of cutStrips(width)) {
    const canvas = { width: strip.width, height };
    const rgba = drawOnBlack(line, canvas, { x: x - strip.left, y }, fontPx);
    for (let row = 0, i = 0; row < height; row += 1) {
      const start = row * width + strip.left;
      for (let column = 0; column < strip.width; column += 1, i += BYTES_PER_PIXEL) {
        coverage[start + column] = rgba[i] ?? 0;
      }
    }
  }
  return coverage;
}

function cutStrips(width: number): Strip[] {
  const strips: Strip[] = [];
  for (let left = 0; left < width; left += MAX_STRIP_WIDTH_PX) {
    strips.push({ left, width: Math.min(MAX_STRIP_WIDTH_PX, width - left) });
  }
  return strips;
}

/** White on black, so that a colour sample is the coverage. */
function drawOnBlack(line: string, { width, height }: Size, at: Point, fontPx: number): Uint8Array {
  const codec = (photon ??= openPhoton());
  const black = new Uint8Array(width * height * BYTES_PER_PIXEL);
  const image = codec.photonimage_new(allocateBytes(codec, black), black.length, width, height);
  try {
    const text = utf8(line);
    const start = allocateBytes(codec, text);
    const white = codec.rgba_new(255, 255, 255, 255);
    codec.draw_text_with_color(image, start, text.length, at.x, at.y, fontPx, white);
    return takePixels(codec, image);
  } finally {
    codec.__wbg_photonimage_free(image, 0);
  }
}

/** Drawing calls none of the imports. */
function openPhoton(): PhotonExports {
  const imports = WebAssembly.Module.imports(photonWasm).map(({ name }) => [name, refuse]);
  const { exports } = new WebAssembly.Instance(photonWasm, {
    './photon_rs_bg.js': Object.fromEntries(imports),
  });
  const codec = exports as unknown as PhotonExports;
  keepPhotonHeap(codec.memory);
  return codec;
}

function refuse(): never {
  throw new Error('The text could not be drawn');
}

function allocateBytes({ memory, __wbindgen_malloc: malloc }: PhotonExports, bytes: Uint8Array) {
  const start = malloc(bytes.length, 1) >>> 0;
  new Uint8Array(memory.buffer).set(bytes, start);
  return start;
}

function takePixels(codec: PhotonExports, image: number): Uint8Array {
  const [start, length] = codec.photonimage_get_raw_pixels(image);
  const pixels = new Uint8Array(codec.memory.buffer, start >>> 0, length >>> 0).slice();
  codec.__wbindgen_free(start, length, 1);
  return pixels;
}

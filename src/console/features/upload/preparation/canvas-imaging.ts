import type { BrowserImaging } from '../../../../client/imaging/native/native-codecs.ts';
import { BYTES_PER_PIXEL, type Pixels } from '../../../../shared/pixels.ts';

/** Pixels are read a strip at a time: a canvas of the whole image would double its memory. */
const STRIP_ROWS = 256;

/** Decoding by `createImageBitmap` and encoding by a canvas, in a page or a Worker (HTML, 8.9 and 4.12.5). */
export const canvasImaging: BrowserImaging = {
  async decode(file, mimeType) {
    const blob = new Blob([file], { type: mimeType });
    const bitmap = await createImageBitmap(blob, {
      colorSpaceConversion: 'none',
      premultiplyAlpha: 'none',
    });
    try {
      return readPixels(bitmap);
    } finally {
      bitmap.close();
    }
  },
  async encode({ width, height, data }, quality) {
    const canvas = new OffscreenCanvas(width, height);
    contextOf(canvas).putImageData(new ImageData(data, width, height), 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: quality / 100 });
    return new Uint8Array(await blob.arrayBuffer());
  },
};

function readPixels(bitmap: ImageBitmap): Pixels {
  const { width, height } = bitmap;
  const data = new Uint8ClampedArray(width * height * BYTES_PER_PIXEL);
  const context = contextOf(new OffscreenCanvas(width, Math.min(height, STRIP_ROWS)));
  // The drawing replaces the earlier pixels, their transparency included.
  context.globalCompositeOperation = 'copy';
  for (let top = 0; top < height; top += STRIP_ROWS) {
    context.drawImage(bitmap, 0, -top);
    const rows = Math.min(STRIP_ROWS, height - top);
    data.set(context.getImageData(0, 0, width, rows).data, top * width * BYTES_PER_PIXEL);
  }
  return { width, height, data };
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new RangeError('There is no memory to allocate a canvas');
  return context;
}

/** Images for the watermark preview: a drawn sample, or some of the administrator's own. */

import { api, call } from '../../../api/client.ts';
import type { Image } from '../../../api/types.ts';
import { previewUrl } from '../../../state/preview-of.ts';

export type BasePicture = 'sample' | Image;

/** The longest side of a published image. */
const LONG_EDGE_PX = 2048;
const OWN_PICTURES = 5;
const SAMPLE = { width: 1600, height: 1067 };

/** The latest own images of pipeline 2. */
export async function listOwnPictures(signal: AbortSignal): Promise<Image[]> {
  const params = { query: { limit: 20 } };
  const { images } = await call(api.GET('/api/v1/images/', { params, signal }));
  return images
    .filter(({ asset_link: link, pipeline_version: version }) => link !== null && version === 2)
    .slice(0, OWN_PICTURES);
}

/**
 * Opens an image at its published size, without its own watermark.
 * @throws {Error} if it cannot be loaded.
 */
export async function openPicture(
  picture: BasePicture,
  signal: AbortSignal,
): Promise<HTMLCanvasElement | ImageBitmap> {
  if (picture === 'sample') return drawSample();
  const answer = await fetch(previewUrl(picture, 'full') ?? '', { signal });
  if (!answer.ok) throw new Error(answer.statusText);
  const ratio = Math.min(1, LONG_EDGE_PX / Math.max(picture.width, picture.height));
  return createImageBitmap(await answer.blob(), {
    resizeWidth: Math.max(1, Math.round(picture.width * ratio)),
    resizeHeight: Math.max(1, Math.round(picture.height * ratio)),
    resizeQuality: 'high',
  });
}

/** A landscape with light, dark and busy areas, independent of the theme. */
function drawSample(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, SAMPLE);
  const context = canvas.getContext('2d');
  if (context === null) return canvas;
  const { width, height } = SAMPLE;
  const fade = (from: number, to: number, ...colors: string[]): CanvasGradient => {
    const gradient = context.createLinearGradient(0, from, 0, to);
    colors.forEach((color, at) => gradient.addColorStop(at / (colors.length - 1), color));
    return gradient;
  };
  context.fillStyle = fade(0, height * 0.7, '#27476b', '#c98b6b', '#ffe3b3');
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#fff3d6';
  context.beginPath();
  context.arc(width * 0.68, height * 0.46, 74, 0, 2 * Math.PI);
  context.fill();
  const ridges = [
    ['#8d6f7d', '#7c6173', 0.55, 90, 0.9],
    ['#5c4d5f', '#4c4052', 0.66, 70, 1.7],
    ['#33323f', '#211f28', 0.78, 60, 2.9],
  ] as const;
  for (const [light, dark, level, rise, pace] of ridges) {
    context.fillStyle = fade(height * level - rise, height, light, dark);
    context.beginPath();
    context.moveTo(0, height);
    for (let x = 0; x <= width; x += 8) {
      const angle = (x / width) * Math.PI * 2 * pace;
      const y = Math.sin(angle + level * 9) + 0.4 * Math.sin(angle * 2.7);
      context.lineTo(x, height * level - rise * y);
    }
    context.lineTo(width, height);
    context.fill();
  }
  return canvas;
}

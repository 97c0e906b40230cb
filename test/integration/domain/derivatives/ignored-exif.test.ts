import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { VP8X_FLAG } from '../../../../src/imaging/webp/format.ts';
import { sha256Hex } from '../../../../src/shared/bytes.ts';
import { makeDerivative } from '../../../../src/worker/domain/derivatives/make-derivative.ts';
import { ImageService } from '../../../../src/worker/storage/image-service.ts';
import { ObjectStore } from '../../../../src/worker/storage/object-store.ts';
import { makePixels, makeWebp, readPixels } from '../../../support/make-webp.ts';
import { chunk, chunksOf, vp8x, webp } from '../../../support/webp-files.ts';
import { exifWith } from '../../../unit/imaging/fixtures/bytes.ts';

/** An original beyond local memory. */
const HUGE = { width: 9000, height: 9000 };
const SIZE = { width: 80, height: 60 };
const RED = [200, 30, 30, 255] as const;
const BLUE = [30, 30, 200, 255] as const;

const objects = new ObjectStore(env.BUCKET);
const services = { objects, imageService: new ImageService(env.IMAGES, 16_777_216) };

it('the Images binding does not turn a WebP by its EXIF, as browsers do not', async () => {
  const drawn = makePixels(160, 120, (x) => (x < 80 ? RED : BLUE));
  const stored = await makeWebp(drawn, { lossless: 1 });
  const flagged = vp8x(VP8X_FLAG.EXIF, drawn.width, drawn.height);
  const turned = webp([flagged, ...chunksOf(stored), chunk('EXIF', exifWith(6))]);
  const file = Uint8Array.from(turned);
  const mimeType = 'image/webp';
  const objectKey = 'ignored-exif';
  await objects.putNew(objectKey, file, await sha256Hex(file), mimeType);
  const original = { objectKey, mimeType, bytes: file.length, ...HUGE } as const;
  const plan = { mimeType, size: SIZE, quality: 90 } as const;
  const made = await makeDerivative(services, original, plan, async ({ bytes }) => bytes);
  if (!made.ok) throw new Error(made.error);
  const { data, width } = await readPixels(made.value);
  const redAt = (x: number, y: number): number => data[(y * width + x) * 4] ?? 0;
  for (const y of [10, 50]) {
    expect(redAt(10, y)).toBeGreaterThan(150);
    expect(redAt(70, y)).toBeLessThan(80);
  }
});

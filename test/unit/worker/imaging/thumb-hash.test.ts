import sharp from 'sharp';
import { rgbaToThumbHash, thumbHashToRGBA } from 'thumbhash';
import { beforeAll, describe, expect, it } from 'vitest';
import { fromBase64 } from '../../../../src/shared/bytes.ts';
import { drawThumbHash } from '../../../../src/shared/draw-thumb-hash.ts';
import type { Pixels } from '../../../../src/shared/pixels.ts';
import type { CodecEngine } from '../../../../src/worker/imaging/codec-engine.ts';
import { deriveWith } from '../../../../src/worker/imaging/derive/derive-with.ts';
import { renderWith } from '../../../../src/worker/imaging/publish.ts';
import { hashPixels } from '../../../../src/worker/imaging/thumb-hash.ts';
import { meanDifferences, paint, paintQuadrants, RED } from '../../imaging/fixtures/images.ts';
import { createNodeEngine } from '../../imaging/fixtures/node-engine.ts';
import {
  fromPixels,
  readPixels,
  takePhotograph,
  writeAs,
} from '../../imaging/fixtures/sharp-images.ts';

/** Of 255. */
const MAX_DIFFERENCE = 6;

const decode = (base64: string): Uint8Array => fromBase64(base64) ?? new Uint8Array();

const draw = (hash: Uint8Array): Pixels => {
  const { w, h, rgba } = thumbHashToRGBA(hash);
  return { width: w, height: h, data: new Uint8ClampedArray(rgba) };
};

/** The mean difference of the worst channel between an image and the drawing of a hash. */
const differenceOf = async (hash: Uint8Array, image: Pixels): Promise<number> => {
  const drawn = draw(hash);
  const { width, height } = drawn;
  const small = await readPixels(fromPixels(image).resize(width, height, { fit: 'fill' }));
  return Math.max(...meanDifferences(drawn, small));
};

/** As much like the image as a hash of all its pixels, at the size that the format's author takes. */
const expectAlike = async (base64: string | null | undefined, image: Pixels): Promise<void> => {
  const hash = decode(base64 ?? '');
  expect(hash.length).toBeLessThanOrEqual(25);
  const small = fromPixels(image).resize(100, 100, { fit: 'inside', withoutEnlargement: true });
  const { width, height, data } = await readPixels(small);
  const best = await differenceOf(rgbaToThumbHash(width, height, data), image);
  expect(await differenceOf(hash, image)).toBeLessThan(best + 3);
};

let engine: CodecEngine;
let photograph: Pixels;

beforeAll(async () => {
  engine = await createNodeEngine();
  photograph = await readPixels(takePhotograph({ width: 640, height: 400 }));
});

const publish = async (image: Pixels): Promise<string> => {
  const file = await writeAs(fromPixels(image), 'image/webp');
  const result = await renderWith(engine, file, { watermark: null, quality: 80 });
  if (!result.ok) throw new Error(result.error);
  return result.value.thumbHash;
};

describe('a ThumbHash', () => {
  it('of a publication draws the image, opaque or transparent, of any shape', async () => {
    await expectAlike(await publish(photograph), photograph);
    const tall = paintQuadrants(61, 487);
    await expectAlike(await publish(tall), tall);
    const faded = paint(300, 200, (x) => [220, 90, 30, Math.round((255 * x) / 299)]);
    await expectAlike(await publish(faded), faded);
    await expectAlike(await publish(paintQuadrants(1, 1)), paintQuadrants(1, 1));
  });

  it('of a derivative is upright and in sRGB, and made only where it is wanted', async () => {
    const turned = await fromPixels(photograph).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const plan = {
      mimeType: 'image/webp',
      size: { width: 400, height: 640 },
      quality: 80,
    } as const;
    const made = await deriveWith(engine, new Uint8Array(turned), { ...plan, isHashed: true });
    const upright = await readPixels(sharp(turned).rotate());
    await expectAlike(made.ok ? made.value.thumbHash : null, upright);
    const unwanted = await deriveWith(engine, new Uint8Array(turned), plan);
    expect(unwanted).toMatchObject({ ok: true, value: { thumbHash: null } });
  });

  it('gives no colour of hidden pixels', () => {
    const hidden = paint(64, 64, (x) => (x < 32 ? RED : [0, 255, 0, 0]));
    const { data } = draw(decode(hashPixels(hidden)));
    const [red = 0, green = 0] = data;
    expect(red).toBeGreaterThan(180);
    expect(green).toBeLessThan(70);
  });
});

describe('the drawing of a ThumbHash', () => {
  it('is a PNG of half the pixels, of at most 1.6 KB, that shows the same', async () => {
    const hash = hashPixels(photograph);
    const drawn = drawThumbHash(hash);
    expect(drawn?.isOpaque).toBe(true);
    expect(drawn?.url.length).toBeLessThanOrEqual(1600);
    const png = decode(drawn?.url.replace('data:image/png;base64,', '') ?? '');
    const { width, height } = draw(decode(hash));
    const shown = await readPixels(sharp(png).resize(width, height, { kernel: 'linear' }));
    expect(Math.max(...meanDifferences(shown, draw(decode(hash))))).toBeLessThan(MAX_DIFFERENCE);
  });

  it('says whether an image may be transparent, and is null without a sound hash', () => {
    const faded = paint(40, 20, (x) => [220, 90, 30, x * 6]);
    expect(drawThumbHash(hashPixels(faded))?.isOpaque).toBe(false);
    // The last two declare no width, and no height.
    for (const none of [null, undefined, '', '!', 'AAAA', 'AAAAAAA=', 'AAAAAIA=']) {
      expect(drawThumbHash(none), String(none)).toBeNull();
    }
  });
});

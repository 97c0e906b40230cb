import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import type {
  Derivative,
  DerivativePlan,
} from '../../../../src/worker/imaging/derive/derivative.ts';
import { deriveInIsolate } from '../../../../src/worker/imaging/derive/derive-in-isolate.ts';
import { inspectImage } from '../../../../src/worker/imaging/derive/inspect-image.ts';
import type { ImageType } from '../../../../src/imaging/sniff.ts';
import { makeDerivative } from '../../../../src/worker/domain/derivatives/make-derivative.ts';
import type {
  DerivativeFault,
  Original,
} from '../../../../src/worker/domain/derivatives/original.ts';
import { SRGB_CHROMATICITIES } from '../../../../src/imaging/color/code-points.ts';
import {
  encodeParametricCurve,
  writeRgbProfile,
} from '../../../../src/imaging/color/icc-writer.ts';
import { SRGB_CURVE } from '../../../../src/imaging/color/srgb.ts';
import { flattenPng } from '../../../../src/worker/imaging/flatten-png.ts';
import { sha256Hex } from '../../../../src/shared/bytes.ts';
import type { Pixels, Size } from '../../../../src/shared/pixels.ts';
import type { Result } from '../../../../src/shared/result.ts';
import { ImageService } from '../../../../src/worker/storage/image-service.ts';
import { ObjectStore } from '../../../../src/worker/storage/object-store.ts';
import { craftPng, filterRows, readPngRows, bigEndian } from '../../../support/craft-png.ts';
import { countInto, instrumentEnv, type Tally } from '../../../support/instrument.ts';
import { withOrientation, withProfile } from '../../../support/jpeg-segments.ts';
import { makePixels, makeWebp, readPixels } from '../../../support/make-webp.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type ServiceType = Exclude<ImageType, 'image/gif'>;

const MAX_BYTES = 16_777_216;
/** An original beyond local memory; only the service reads its dimensions. */
const HUGE: Size = { width: 9000, height: 9000 };
const SMALL: Size = { width: 80, height: 60 };

const objects = new ObjectStore(env.BUCKET);
const imageService = new ImageService(env.IMAGES, MAX_BYTES);

let files = 0;
const store = async (bytes: Bytes, mimeType: ImageType, size: Size = HUGE): Promise<Original> => {
  files += 1;
  const objectKey = `derivatives-test/${String(files)}`;
  await objects.putNew(objectKey, bytes, await sha256Hex(bytes), mimeType);
  return { objectKey, mimeType, bytes: bytes.length, ...size };
};

const convert = async (bytes: Bytes, mimeType: ServiceType, size: Size): Promise<Bytes> => {
  const converted = await imageService.convert(new Blob([bytes]).stream(), {
    mimeType,
    size,
    quality: 90,
  });
  if (!converted.ok) throw new Error(converted.error);
  return converted.value;
};

/** Services with counted operations. */
const countCalls = () => {
  const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
  const counted = instrumentEnv({ BUCKET: env.BUCKET, IMAGES: env.IMAGES }, countInto(tally));
  const services = {
    objects: new ObjectStore(counted.BUCKET),
    imageService: new ImageService(counted.IMAGES, MAX_BYTES),
  };
  return { services, calls: tally.calls };
};

const planOf = (mimeType: ImageType, size: Size = SMALL): DerivativePlan => ({
  mimeType,
  size,
  quality: 90,
});
const derive = (
  original: Original,
  plan: DerivativePlan,
  services: Parameters<typeof makeDerivative>[0] = { objects, imageService },
): Promise<Result<Derivative, DerivativeFault>> =>
  makeDerivative(services, original, plan, async (made) => made);
const made = async (...args: Parameters<typeof derive>): Promise<Derivative> => {
  const derived = await derive(...args);
  if (!derived.ok) throw new Error(derived.error);
  return derived.value;
};

/** The pixels of any result, by our own decoders. */
const pixelsOf = async ({ bytes, width, height }: Derivative): Promise<Pixels> => {
  const plan = { mimeType: 'image/webp', size: { width, height }, quality: 100 } as const;
  const webp = await deriveInIsolate(
    async () => bytes,
    plan,
    async (result) => result.bytes,
  );
  if (!webp.ok) throw new Error(webp.error);
  return readPixels(webp.value);
};
const colorAt = ({ data, width }: Pixels, x: number, y: number): number[] => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];
const expectColor = (actual: number[], expected: readonly number[], tolerance = 24): void => {
  for (const [index, value] of expected.entries()) {
    expect(
      Math.abs((actual[index] ?? 0) - value),
      `${actual.join()} for ${expected.join()}`,
    ).toBeLessThan(tolerance);
  }
};

const DISPLAY_P3 = writeRgbProfile(
  'P3',
  {
    red: [0.68, 0.32],
    green: [0.265, 0.69],
    blue: [0.15, 0.06],
    white: SRGB_CHROMATICITIES.white,
  },
  encodeParametricCurve(SRGB_CURVE),
);

const RED = [200, 30, 30, 255] as const;
const GREEN = [30, 160, 30, 255] as const;
const BLUE = [30, 30, 200, 255] as const;
const WHITE = [255, 255, 255, 255] as const;
const CLEAR = [0, 0, 0, 0] as const;

/** Left of the middle red, right of it green above, and blue or transparent below. */
const drawScene = (size: Size, corner: typeof BLUE | typeof CLEAR): Promise<Bytes> =>
  makeWebp(
    makePixels(size.width, size.height, (x, y) => {
      if (x < size.width / 2) return RED;
      return y < size.height / 2 ? GREEN : corner;
    }),
    { lossless: 1 },
  );

let opaque: Bytes;
let transparent: Bytes;
beforeAll(async () => {
  const size = { width: 160, height: 120 };
  [opaque, transparent] = await Promise.all([drawScene(size, BLUE), drawScene(size, CLEAR)]);
});

describe('a derivative', () => {
  it('that exceeds local memory is decoded by the service, and equals a local one', async () => {
    const { services, calls } = countCalls();
    const [large, small] = [
      { width: 4800, height: 3600 },
      { width: 800, height: 600 },
    ];
    const plan = planOf('image/webp', { width: 400, height: 300 });
    const smallOriginal = await store(
      await convert(transparent, 'image/webp', small),
      'image/webp',
      small,
    );
    const here = await made(smallOriginal, plan, services);
    expect(calls).toEqual({ 'BUCKET.get': 1 });
    const largeOriginal = await store(
      await convert(transparent, 'image/webp', large),
      'image/webp',
      large,
    );
    const there = await made(largeOriginal, plan, services);
    expect(calls).toEqual({ 'BUCKET.get': 3, 'IMAGES.output': 1 });
    expect([there.mimeType, there.width, there.height]).toEqual(['image/webp', 400, 300]);
    const [a, b] = [await pixelsOf(here), await pixelsOf(there)];
    const difference = a.data.reduce(
      (sum, value, at) => sum + Math.abs(value - (b.data[at] ?? 0)),
      0,
    );
    expect(difference / a.data.length).toBeLessThan(1.5);
  });

  it.each(['image/jpeg', 'image/webp', 'image/png'] as const)(
    'of 12 megapixels of %s needs no service',
    async (mimeType) => {
      const { services, calls } = countCalls();
      const large = { width: 4000, height: 3000 };
      const original = await store(await convert(opaque, mimeType, large), mimeType, large);
      const plan = planOf('image/webp', { width: 400, height: 300 });
      expect(await made(original, plan, services)).toMatchObject({ width: 400, height: 300 });
      expect(calls).toEqual({ 'BUCKET.get': 1 });
    },
  );

  it('by the service has the requested type and size, and no metadata', async () => {
    const original = await store(await convert(opaque, 'image/png', SMALL), 'image/png');
    for (const mimeType of [
      'image/jpeg',
      'image/png',
      'image/webp',
      'image/avif',
      'image/gif',
    ] as const) {
      const { bytes, ...rest } = await made(original, planOf(mimeType));
      expect(rest).toMatchObject({ mimeType, ...SMALL });
      expect(await inspectImage(bytes)).toMatchObject({
        ok: true,
        value: { mimeType, size: SMALL, orientation: 1, animated: false },
      });
      expectColor(colorAt(await pixelsOf({ bytes, ...rest }), 70, 10), GREEN, 30);
    }
  });

  it('by the service is upright for every orientation of its original', async () => {
    const jpeg = await convert(opaque, 'image/jpeg', { width: 160, height: 120 });
    // Position of the blue corner of the stored picture, as a share of the upright width and height (EXIF 2.32, 4.6.5).
    const corners = [
      [0.8, 0.8],
      [0.2, 0.8],
      [0.2, 0.2],
      [0.8, 0.2],
      [0.8, 0.8],
      [0.2, 0.8],
      [0.2, 0.2],
      [0.8, 0.2],
    ] as const;
    for (const [index, [x, y]] of corners.entries()) {
      const orientation = index + 1;
      const original = await store(withOrientation(jpeg, orientation), 'image/jpeg');
      const size = orientation < 5 ? SMALL : { width: SMALL.height, height: SMALL.width };
      const pixels = await pixelsOf(await made(original, planOf('image/webp', size)));
      const color = colorAt(pixels, Math.floor(x * size.width), Math.floor(y * size.height));
      expectColor(color, BLUE, 30);
    }
  });

  it('by the service keeps transparency, and is drawn on white for an opaque type', async () => {
    const original = await store(await convert(transparent, 'image/png', SMALL), 'image/png');
    const corner = async (mimeType: ImageType): Promise<number[]> =>
      colorAt(await pixelsOf(await made(original, planOf(mimeType))), 70, 50);
    for (const mimeType of ['image/png', 'image/webp', 'image/avif', 'image/gif'] as const) {
      expect((await corner(mimeType))[3], mimeType).toBe(0);
    }
    expectColor(await corner('image/jpeg'), WHITE, 8);
  });

  it('by the service alone is drawn on white where it was transparent, too', async () => {
    // A JPEG of this size exceeds local memory; its pixels are returned as a small image.
    const size = { width: 1800, height: 1350 };
    const shades = makePixels(200, 150, (x, y) => [200, y, 30, Math.min(255, 2 * x)]);
    const gray = makePixels(200, 150, (x, y) => [y, y, y, Math.min(255, 2 * x)]);
    for (const [picture, mimeType] of [
      [shades, 'image/webp'],
      [gray, 'image/png'],
    ] as const) {
      const webp = await makeWebp(picture, { lossless: 1, exact: 1 });
      const source = mimeType === 'image/webp' ? webp : await convert(webp, mimeType, size);
      const { services, calls } = countCalls();
      const plan = planOf('image/jpeg', size);
      const jpeg = await made(await store(source, mimeType), plan, services);
      // The head of a PNG tells whether its image is shown.
      const reads = mimeType === 'image/png' ? 3 : 2;
      expect(calls).toEqual({ 'BUCKET.get': reads, 'IMAGES.output': 3 });
      expect(jpeg).toMatchObject({ mimeType: 'image/jpeg', ...size });
      const small = await convert(jpeg.bytes, 'image/png', { width: 200, height: 150 });
      const pixels = await pixelsOf({
        bytes: small,
        mimeType: 'image/png',
        width: 200,
        height: 150,
      });
      for (const [x, y] of [
        [0, 20],
        [60, 120],
        [100, 70],
        [180, 140],
      ] as const) {
        const [alpha, colors] = [Math.min(255, 2 * x) / 255, colorAt(picture, x, y)];
        const expected = colors.slice(0, 3).map((value) => value * alpha + 255 * (1 - alpha));
        expectColor(colorAt(pixels, x, y), expected, 14);
      }
    }
  });

  it('is drawn on white for every filter and transparency of a PNG', async () => {
    for (const [colorType, channels] of [
      [4, 2],
      [6, 4],
    ] as const) {
      const rows = Array.from({ length: 15 }, () =>
        crypto.getRandomValues(new Uint8Array(7 * channels)),
      );
      const png = await craftPng(
        { width: 7, height: rows.length, colorType },
        filterRows(rows, channels),
      );
      const flat = await flattenPng(new Blob([png]).stream());
      if (flat === null) throw new Error('refused');
      const [opaqueRows, header] = await readPngRows(
        new Uint8Array(await new Response(flat).arrayBuffer()),
      );
      const expected = rows.flatMap((row) => [
        0,
        ...[...row].flatMap((value, at) => {
          const alpha = row[at - (at % channels) + channels - 1] ?? 0;
          if (at % channels === channels - 1) return [];
          return [Math.round((value * alpha + 255 * (255 - alpha)) / 255)];
        }),
      ]);
      expect([...opaqueRows]).toEqual(expected);
      expect(header).toEqual([...bigEndian(7), ...bigEndian(15), 8, colorType - 4, 0, 0, 0]);
    }
    const plain = await craftPng({ width: 1, height: 1, colorType: 2 }, new Uint8Array(4));
    expect(await flattenPng(new Blob([plain]).stream())).toBeNull();
    const cut = await flattenPng(
      new Blob([
        (await craftPng({ width: 1, height: 1, colorType: 6 }, new Uint8Array(5))).slice(0, 45),
      ]).stream(),
    );
    if (cut === null) throw new Error('refused');
    await expect(new Response(cut).arrayBuffer()).rejects.toThrow();
  });

  it('has sRGB colours whatever the profile of its original, from either encoder', async () => {
    const size = { width: 160, height: 120 };
    const jpeg = withProfile(await convert(opaque, 'image/jpeg', size), DISPLAY_P3);
    const colors: number[][] = [];
    for (const declared of [size, HUGE]) {
      const original = await store(jpeg, 'image/jpeg', declared);
      const pixels = await pixelsOf(await made(original, planOf('image/webp')));
      colors.push(colorAt(pixels, 20, 20));
    }
    const [here = [], there = []] = colors;
    expectColor(here, there, 6);
    // The red of Display P3 exceeds the red that an ignored profile would give.
    expect(here[0]).toBeGreaterThan(210);
  });

  it('is refused when neither encoder has the memory', async () => {
    const original = await store(opaque, 'image/webp');
    const refused = { ok: false, error: 'too_large' };
    const strict = { objects, imageService: new ImageService(env.IMAGES, 100) };
    const plans = [planOf('image/webp'), planOf('image/gif'), planOf('image/png')];
    for (const plan of plans) {
      expect(await derive(original, plan, { objects, imageService: null })).toEqual(refused);
      expect(await derive(original, plan, strict), plan.mimeType).toEqual(refused);
    }
  });

  it('whose pixels can never fit is refused before the original is read', async () => {
    const { services, calls } = countCalls();
    const size = { width: 3264, height: 2448 };
    const original = await store(opaque, 'image/webp', size);
    for (const mimeType of ['image/avif', 'image/jpeg'] as const) {
      const derived = await derive(original, planOf(mimeType, size), {
        ...services,
        imageService: null,
      });
      expect(derived).toEqual({ ok: false, error: 'too_large' });
    }
    expect(calls).toEqual({});
  });

  it('as an AVIF that the service would return as another type is refused before a call', async () => {
    const { services, calls } = countCalls();
    const original = await store(opaque, 'image/webp');
    const plan = { ...planOf('image/avif'), size: { width: 1600, height: 1201 } };
    expect(await derive(original, plan, services)).toEqual({ ok: false, error: 'too_large' });
    expect(calls['IMAGES.output']).toBeUndefined();
  });

  it('has the requested type and size, whatever the service sends', async () => {
    const original = await store(opaque, 'image/webp');
    const [webp, other] = [
      await convert(opaque, 'image/webp', SMALL),
      await convert(opaque, 'image/avif', { width: 60, height: 80 }),
    ];
    for (const [bytes, contentType] of [
      [webp, 'image/webp'],
      [webp, 'image/avif'],
      [other, 'image/avif'],
    ] as const) {
      const services = {
        objects,
        imageService: new ImageService(serviceThat(bytes, contentType), MAX_BYTES),
      };
      const refused = { ok: false, error: 'too_large' };
      expect(await derive(original, planOf('image/avif'), services)).toEqual(refused);
    }
  });

  it('is stripped of the metadata that the service leaves in it', async () => {
    const size = { width: 1800, height: 1350 };
    const jpeg = await convert(opaque, 'image/jpeg', size);
    const service = serviceThat(withOrientation(jpeg, 1), 'image/jpeg');
    const services = { objects, imageService: new ImageService(service, MAX_BYTES) };
    const original = await store(jpeg, 'image/jpeg');
    const { bytes } = await made(original, planOf('image/jpeg', size), services);
    expect(bytes).toEqual(jpeg);
  });

  it('reports a damaged or missing original, and a failure of the service as another error', async () => {
    const png = await convert(opaque, 'image/png', SMALL);
    const damaged = png.slice();
    damaged.fill(0x55, 40, 400);
    const plan = planOf('image/webp');
    const missing = { ...(await store(png, 'image/png')), objectKey: 'derivatives-test/none' };
    expect(await derive(await store(damaged, 'image/png'), plan)).toEqual({
      ok: false,
      error: 'undecodable',
    });
    expect(await derive(missing, plan)).toEqual({ ok: false, error: 'source_missing' });
    for (const [text, code, expected] of [
      ['9412: Could not resize the image: The requested file is not an image', 9412, 'undecodable'],
      ['9412: AVIF input is not enabled for this account', 9412, 'too_large'],
      ['9413: The image has too many pixels', 9413, 'too_large'],
      ['9516: error during decoding: bad data', 9516, 'undecodable'],
      ['9516: error during encoding', 9516, null],
      ['9522: The service in this colo is too busy', 9522, null],
      ['9529: The image is too large to process or the service is too busy', 9529, null],
    ] as const) {
      const failure = Object.assign(new Error(`IMAGES_TRANSFORM_ERROR ${text}`), { code });
      const services = { objects, imageService: new ImageService(serviceThat(failure), MAX_BYTES) };
      const derived = derive(await store(png, 'image/png'), plan, services);
      if (expected === null) await expect(derived).rejects.toThrow(text);
      else expect(await derived, text).toEqual({ ok: false, error: expected });
    }
  });
});

/** A service that answers everything with these bytes of this type, or fails. */
function serviceThat(answer: Bytes | Error, contentType = ''): ImagesBinding {
  const transformer = {
    transform: () => transformer,
    output: async () => {
      if (answer instanceof Error) throw answer;
      return { contentType: () => contentType, image: () => new Blob([answer]).stream() };
    },
  };
  return { input: () => transformer } as unknown as ImagesBinding;
}

import { encode as encodePng } from 'fast-png';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import { createEngine } from '../../../src/worker/imaging/engine.ts';
import type { Pixels } from '../../../src/shared/pixels.ts';
import {
  type RenderedPublish,
  renderPublish,
  renderWith,
} from '../../../src/worker/imaging/publish.ts';
import { photonHeapBytes } from '../../../src/worker/imaging/watermark/photon-heap.ts';
import type {
  ImageWatermark,
  TextWatermark,
  Watermark,
} from '../../../src/worker/imaging/watermark/watermark.ts';
import { ok } from '../../../src/shared/result.ts';
import { StallWatch } from '../../../src/shared/stall-watch.ts';
import { WATERMARK_POSITIONS } from '../../../src/shared/watermark-layout.ts';
import { inspectWebp } from '../../../src/imaging/webp/walker.ts';
import { makeNoise, makePixels, makeWebp, readPixels } from '../../support/make-webp.ts';
import { chunk, chunksOf, vp8x, webp } from '../../support/webp-files.ts';

const WIDTH = 360;
const HEIGHT = 240;
const MIB = 1024 * 1024;
const ALL_METADATA = 0x20 | 0x08 | 0x04;

const TEXT: TextWatermark = {
  kind: 'text',
  text: 'Tintype',
  color: '#ffffff',
  position: 'bottom_right',
  opacity: 1,
  scale: 0.25,
  margin: 0.04,
  tiling: false,
};

const RED_PNG = encodePng({
  width: 30,
  height: 20,
  channels: 4,
  data: Uint8Array.from({ length: 2400 }, (_, i) => [255, 0, 0, 255][i % 4] ?? 0),
});

const LOGO: ImageWatermark = {
  kind: 'image',
  bytes: RED_PNG,
  position: 'center',
  opacity: 1,
  scale: 0.25,
  margin: 0,
  tiling: false,
};

const grey = makePixels(WIDTH, HEIGHT, () => [128, 128, 128, 255]);

const asIs = async (rendered: RenderedPublish): Promise<RenderedPublish> => rendered;

const publish = async (
  source: Uint8Array,
  watermark: Watermark | null,
): Promise<RenderedPublish> => {
  const result = await renderPublish(async () => source, { watermark, quality: 80 }, asIs);
  if (!result.ok) throw new Error(`Not published: ${result.error}`);
  return result.value;
};

const fault = async (source: Uint8Array, watermark: Watermark | null): Promise<string> => {
  const result = await renderPublish(async () => source, { watermark, quality: 80 }, asIs);
  return result.ok ? 'published' : result.error;
};

/** The pixels that differ from the source's grey by more than coding losses. */
const findMarked = ({ data, width }: Pixels): { x: number; y: number }[] => {
  const points: { x: number; y: number }[] = [];
  for (let at = 0; at < data.length; at += 4) {
    const isMarked = [0, 1, 2].some((channel) => Math.abs((data[at + channel] ?? 0) - 128) > 24);
    if (isMarked) points.push({ x: (at / 4) % width, y: Math.floor(at / 4 / width) });
  }
  return points;
};

const pixelAt = ({ data, width }: Pixels, x: number, y: number): number[] => [
  ...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4),
];

/** The thirds of the image (0, 1, 2) that contain the mark's middle, across and down. */
const thirdsOf = (points: readonly { x: number; y: number }[]): [number, number] => {
  const middle = (of: (point: { x: number; y: number }) => number): number =>
    (Math.min(...points.map(of)) + Math.max(...points.map(of))) / 2;
  return [
    Math.floor((3 * middle(({ x }) => x)) / WIDTH),
    Math.floor((3 * middle(({ y }) => y)) / HEIGHT),
  ];
};

/** The same image chunks with every kind of metadata. */
const addMetadata = (file: Uint8Array, profile: Uint8Array): Uint8Array =>
  webp([
    vp8x(ALL_METADATA, WIDTH, HEIGHT),
    chunk('ICCP', profile),
    ...chunksOf(file),
    chunk('EXIF', 'where it was taken'),
    chunk('XMP ', 'by whom'),
    chunk('JUNK', 'and more'),
  ]);

let source: Uint8Array;
beforeAll(async () => {
  source = await makeWebp(grey);
});

describe('a publication without a watermark', () => {
  it('keeps the image and profile byte for byte, and no other metadata', async () => {
    const profile = crypto.getRandomValues(new Uint8Array(1001));
    const { bytes, width, height } = await publish(addMetadata(source, profile), null);
    expect([width, height]).toEqual([WIDTH, HEIGHT]);
    const chunks = chunksOf(bytes);
    expect(chunks.map(({ name }) => name)).toEqual(['VP8X', 'ICCP', 'VP8 ']);
    expect(chunks[0]?.payload[0]).toBe(0x20);
    expect(Uint8Array.from(chunks[1]?.payload ?? [])).toEqual(profile);
    expect(chunks[2]?.payload).toEqual(chunksOf(source)[0]?.payload);
  });

  it('is refused for a truncated bitstream in a valid container', async () => {
    const noise = await makeWebp(makeNoise(WIDTH, HEIGHT, true));
    const payload = chunksOf(noise)[0]?.payload ?? new Uint8Array();
    const cut = webp([chunk('VP8 ', payload.subarray(0, payload.length * 0.7))]);
    expect(inspectWebp(cut).ok).toBe(true);
    expect(await fault(cut, null)).toBe('undecodable');
  });

  it('is refused for garbage after a valid header', async () => {
    const lossless = await makeWebp(makeNoise(64, 64, false), { lossless: 1, method: 0 });
    const payload = chunksOf(lossless)[0]?.payload ?? new Uint8Array();
    const garbage = webp([
      chunk(
        'VP8L',
        payload.map((byte, i) => (i < 5 ? byte : 0xff - byte)),
      ),
    ]);
    expect(inspectWebp(garbage).ok).toBe(true);
    expect(await fault(garbage, null)).toBe('undecodable');
    expect(await fault(Uint8Array.from([1, 2, 3]), null)).toBe('undecodable');
  });
});

it.each([null, TEXT])('a profile over 4 MiB is dropped, with watermark %j', async (watermark) => {
  for (const [bytes, expected] of [
    [4_194_304, ['VP8X', 'ICCP', 'VP8 ']],
    [4_194_305, ['VP8 ']],
  ] as const) {
    const result = await publish(addMetadata(source, new Uint8Array(bytes)), watermark);
    expect(chunksOf(result.bytes).map(({ name }) => name)).toEqual(expected);
  }
});

describe('a publication with a watermark', () => {
  it('keeps the size and the profile, and no other metadata', async () => {
    const profile = crypto.getRandomValues(new Uint8Array(700));
    const { bytes } = await publish(addMetadata(source, profile), TEXT);
    const chunks = chunksOf(bytes);
    expect(chunks.map(({ name }) => name)).toEqual(['VP8X', 'ICCP', 'VP8 ']);
    expect(Uint8Array.from(chunks[1]?.payload ?? [])).toEqual(profile);
    const info = inspectWebp(bytes);
    expect(info.ok && [info.value.width, info.value.height]).toEqual([WIDTH, HEIGHT]);
  });

  it.each(WATERMARK_POSITIONS)('marks the image at %s and nowhere else', async (position) => {
    const marked = findMarked(
      await readPixels((await publish(source, { ...TEXT, position })).bytes),
    );
    const at = WATERMARK_POSITIONS.indexOf(position);
    expect(thirdsOf(marked)).toEqual([at % 3, Math.floor(at / 3)]);
    const columns = marked.map(({ x }) => x);
    expect(Math.max(...columns) - Math.min(...columns)).toBeLessThan(0.3 * WIDTH);
    expect(Math.min(...columns)).toBeGreaterThan(0.02 * WIDTH);
    expect(Math.max(...columns)).toBeLessThan(0.98 * WIDTH);
  });

  it('draws an image mark at its scale and opacity', async () => {
    const solid = await readPixels((await publish(source, LOGO)).bytes);
    const [red = 0, green = 0] = pixelAt(solid, WIDTH / 2, HEIGHT / 2);
    expect(red).toBeGreaterThan(240);
    expect(green).toBeLessThan(15);
    const count = findMarked(solid).length;
    expect(count).toBeGreaterThan(0.9 * 90 * 60);
    expect(count).toBeLessThan(1.1 * 90 * 60);
    const faint = await readPixels((await publish(source, { ...LOGO, opacity: 0.5 })).bytes);
    const [faintRed = 0, faintGreen = 0] = pixelAt(faint, WIDTH / 2, HEIGHT / 2);
    expect(Math.abs(faintRed - 191)).toBeLessThan(12);
    expect(Math.abs(faintGreen - 64)).toBeLessThan(12);
    const none = await readPixels((await publish(source, { ...LOGO, opacity: 0 })).bytes);
    expect(findMarked(none)).toEqual([]);
  });

  it('is in the ThumbHash', async () => {
    const [plain, marked] = [await publish(source, null), await publish(source, LOGO)];
    expect(plain.thumbHash).toMatch(/^[A-Za-z0-9+/]+=*$/u);
    expect(marked.thumbHash).not.toBe(plain.thumbHash);
  });

  it('accepts a WebP as the mark', async () => {
    const bytes = await makeWebp(makePixels(30, 20, () => [0, 0, 255, 255]));
    const pixels = await readPixels((await publish(source, { ...LOGO, bytes })).bytes);
    expect(pixelAt(pixels, WIDTH / 2, HEIGHT / 2)[2]).toBeGreaterThan(220);
  });

  it('tiles the mark over the whole image', async () => {
    const tiled = { ...LOGO, tiling: true, scale: 0.1, margin: 0.05 };
    const marked = findMarked(await readPixels((await publish(source, tiled)).bytes));
    const ninths = new Set(
      marked.map(({ x, y }) => `${Math.floor((3 * x) / WIDTH)} ${Math.floor((3 * y) / HEIGHT)}`),
    );
    expect(ninths.size).toBe(9);
    expect(marked.length).toBeLessThan(0.7 * WIDTH * HEIGHT);
  });

  it.each([
    ['lossy with ALPH', { quality: 80 }],
    ['lossless', { lossless: 1, method: 0 }],
  ])('keeps the transparency of a %s source, and is visible on it', async (_, options) => {
    const half = makePixels(WIDTH, HEIGHT, (x) => [128, 128, 128, x < WIDTH / 2 ? 200 : 0]);
    const { bytes } = await publish(await makeWebp(half, options), { ...LOGO, position: 'right' });
    const pixels = await readPixels(bytes);
    expect(pixelAt(pixels, 3, 3)[3]).toBe(200);
    expect(pixelAt(pixels, WIDTH - 3, 3)[3]).toBe(0);
    const [red = 0, , , alpha = 0] = pixelAt(pixels, WIDTH - 20, HEIGHT / 2);
    expect(red).toBeGreaterThan(230);
    expect(alpha).toBe(255);
  });

  it.each<[string, Watermark]>([
    ['characters that the font lacks', { ...TEXT, text: 'Tintype 漢字' }],
    ['an emoji', { ...TEXT, text: '📷' }],
    ['nothing but spaces', { ...TEXT, text: ' \t ' }],
    ['too long a text', { ...TEXT, text: 'x'.repeat(101) }],
    ['a colour that is none', { ...TEXT, color: 'red' }],
    ['a file that is no image', { ...LOGO, bytes: Uint8Array.from([1, 2, 3]) }],
    ['a damaged PNG', { ...LOGO, bytes: RED_PNG.slice(0, RED_PNG.length - 20) }],
    [
      'too large a PNG',
      {
        ...LOGO,
        bytes: encodePng({ width: 1025, height: 1, channels: 1, data: new Uint8Array(1025) }),
      },
    ],
  ])('is refused for a mark of %s', async (_, watermark) => {
    expect(await fault(source, watermark)).toBe('watermark_unusable');
  });

  it('draws Greek, Cyrillic and accented Latin', async () => {
    const { bytes } = await publish(source, { ...TEXT, text: 'Ωμέγα Ёлка Ệ\u0301' });
    expect(findMarked(await readPixels(bytes)).length).toBeGreaterThan(100);
  });
});

describe('the isolate', () => {
  it('reads a job’s source only after the previous result is stored', async () => {
    const log: string[] = [];
    const options = { watermark: TEXT, quality: 80 };
    const jobs = ['a', 'b', 'c'].map(async (name) => {
      const read = async (): Promise<Uint8Array> => {
        log.push(`${name} reads`);
        return source;
      };
      const store = async ({ bytes }: RenderedPublish): Promise<number> => {
        await scheduler.wait(50);
        log.push(`${name} is stored`);
        return bytes.length;
      };
      expect(await renderPublish(read, options, store)).toEqual(ok(expect.any(Number)));
    });
    await Promise.all(jobs);
    expect(log).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} reads`, `${name} is stored`]));
  });

  it('continues after a missing or unreadable source, and a failed store', async () => {
    const options = { watermark: null, quality: 80 };
    const fail = (): Promise<never> => Promise.reject(new Error('out of reach'));
    expect(await renderPublish(async () => null, options, asIs)).toEqual({
      ok: false,
      error: 'source_missing',
    });
    await expect(renderPublish(fail, options, asIs)).rejects.toThrow('out of reach');
    const unstored = renderPublish(async () => source, options, fail);
    await expect(unstored).rejects.toThrow('out of reach');
    expect((await publish(source, TEXT)).width).toBe(WIDTH);
  });

  it.each(['while it reads its source', 'while it stores its result'])(
    'publishes again some time after a job was interrupted %s',
    async (moment) => {
      vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] });
      try {
        const options = { watermark: TEXT, quality: 80 };
        const read = async (): Promise<Uint8Array> => source;
        // An interrupted job never settles and runs no `finally`.
        const never = (): Promise<never> => new Promise(() => undefined);
        // Its timer does not run, either.
        if (moment === 'while it reads its source') {
          vi.spyOn(StallWatch.prototype, 'wait').mockImplementationOnce(never);
        }
        void renderPublish(read, options, moment === 'while it stores its result' ? never : asIs);
        const next = renderPublish(read, options, asIs);
        // A waiting job polls fifty times a second; the clock skips the first minute between two polls.
        await vi.advanceTimersByTimeAsync(1000);
        vi.setSystemTime(Date.now() + 87_000);
        await vi.advanceTimersByTimeAsync(1000);
        expect(await Promise.race([next, Promise.resolve('waits')])).toBe('waits');
        await vi.advanceTimersByTimeAsync(2000);
        expect((await next).ok).toBe(true);
      } finally {
        vi.useRealTimers();
      }
      expect((await publish(source, LOGO)).width).toBe(WIDTH);
    },
  );

  it('returns each of two concurrent jobs its own result', async () => {
    const wide = await makeWebp(makePixels(500, 20, () => [1, 2, 3, 255]));
    const [a, b] = await Promise.all([publish(source, TEXT), publish(wide, LOGO)]);
    expect([a.width, b.width]).toEqual([WIDTH, 500]);
    expect((await readPixels(b.bytes)).width).toBe(500);
  });

  it('publishes after a job that failed, and after a codec that trapped', async () => {
    const engine = createEngine();
    const options = { watermark: TEXT, quality: 80 };
    const broken = webp([chunk('VP8L', Uint8Array.from([0x2f, 63, 192, 15, 0, 255, 255, 255]))]);
    expect(await renderWith(engine, broken, options)).toEqual({ ok: false, error: 'undecodable' });
    expect((await renderWith(engine, source, options)).ok).toBe(true);
    const trap = (): never => {
      throw new WebAssembly.RuntimeError('unreachable');
    };
    expect(engine.picture.attempt(trap)).toEqual({ value: null, outOfMemory: false });
    expect((await renderWith(engine, source, options)).ok).toBe(true);
  });

  it('drops a codec that ran out of memory, and continues', async () => {
    const large = await makeWebp(makeNoise(1024, 1024, true));
    expect((await publish(source, TEXT)).width).toBe(WIDTH);
    const engine = createEngine(photonHeapBytes() + 3 * MIB);
    const options = { watermark: TEXT, quality: 80 };
    const reserve = vi.spyOn(engine.budget, 'reserve');
    const { ok: isPublished } = await renderWith(engine, large, options);
    expect(isPublished).toBe(false);
    // An attempt ends at the first refused growth, and does not retry for each token.
    const refused = reserve.mock.results.filter(({ value }) => value === false);
    expect(refused).toHaveLength(1);
    expect((await renderWith(engine, source, options)).ok).toBe(true);
  });

  it('encodes in another pass when tokens exceed the estimate', async () => {
    const large = await makeWebp(makeNoise(512, 512, true), { quality: 20, method: 0 });
    const engine = createEngine(photonHeapBytes() + 4 * MIB);
    const use = vi.spyOn(engine.picture, 'attempt');
    const result = await renderWith(engine, large, { watermark: TEXT, quality: 100 });
    expect(result.ok && result.value.bytes.length > 1.5 * large.length).toBe(true);
    expect(use).toHaveBeenCalledTimes(2);
    expect(engine.budget.peakBytes).toBeLessThanOrEqual(photonHeapBytes() + 4 * MIB);
  });
});

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Pixels } from '../../src/lib/pixels.ts';
import { paint } from '../unit/codecs/fixtures/pictures.ts';
import { ssim } from '../unit/codecs/fixtures/ssim.ts';
import { createUploader } from './support/upload-original.ts';
import { useLegacyServer } from './support/use-shared-server.ts';

// What becomes of real pictures, held to what libvips makes of them. PHOTOGRAPHS=all takes the others, too.

const MIN_SSIM = 0.98;
/** Larger pictures are compared at this size. */
const COMPARED_PX = 600;
const SMALL_PX = 480;
// Debian's lomiri-wallpapers-20.04; pictures of the same sizes are drawn where it is not installed.
const FOLDER = '/usr/share/backgrounds';
const PHOTOGRAPHS = [
  { file: 'Fossa_by_Jasper_Roks.jpg', width: 4096, height: 2304 },
  { file: 'Painting-Colors_by__herobrine7gamer.jpg', width: 6000, height: 4000 },
  ...(process.env['PHOTOGRAPHS'] === 'all'
    ? [
        { file: 'Kleiber_by_Lukas_Baubkus.jpg', width: 6028, height: 3391 },
        { file: 'Infinite-Sea_by_Aury88.jpg', width: 4096, height: 4096 },
      ]
    : []),
];

const ENCODERS = {
  jpg: (picture: Sharp, quality: number) =>
    picture.flatten({ background: '#fff' }).jpeg({ quality }),
  png: (picture: Sharp) => picture.png(),
  gif: (picture: Sharp) => picture.gif(),
  webp: (picture: Sharp, quality: number) => picture.webp({ quality }),
  avif: (picture: Sharp, quality: number) => picture.avif({ quality, effort: 2 }),
} as const;

type Extension = keyof typeof ENCODERS;

interface Request {
  readonly extension: Extension;
  readonly width?: number;
  readonly height?: number;
  readonly quality?: number;
}

const server = useLegacyServer();
let upload: Awaited<ReturnType<typeof createUploader>>;
let photograph: Buffer;

const readPhotograph = async ({ file, width, height }: (typeof PHOTOGRAPHS)[number]) => {
  const path = join(FOLDER, file);
  if (existsSync(path)) return readFile(path);
  const { data } = paint(width / 4, height / 4, (x, y) => [
    128 + 100 * Math.sin(x / 40) * Math.cos(y / 30),
    (255 * x * 4) / width,
    (255 * y * 4) / height,
    255,
  ]);
  const drawn = sharp(data, { raw: { width: width / 4, height: height / 4, channels: 4 } });
  return drawn.resize(width, height).jpeg().toBuffer();
};

const fetchBytes = async (path: string, type: string): Promise<Buffer> => {
  const response = await fetch(server.baseUrl + path);
  expect([path, response.status]).toEqual([path, 200]);
  expect(response.headers.get('Content-Type')).toBe(type);
  return Buffer.from(await response.bytes());
};

const publish = async (file: Uint8Array): Promise<string> => {
  const uploaded = await upload(file);
  if ('refused' in uploaded) throw new Error(`refused: ${String(uploaded.refused)}`);
  return uploaded.path;
};

const typeOf = (extension: Extension): string =>
  `image/${extension === 'jpg' ? 'jpeg' : extension}`;

const queryOf = ({ width, height, quality }: Request): string => {
  const named = Object.entries({ w: width, h: height, q: quality });
  const given = named.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${String(value)}`],
  );
  return given.length === 0 ? '' : `?${given.join('&')}`;
};

const readPixels = async (file: Buffer): Promise<Pixels> => {
  const { data, info } = await sharp(file)
    .resize(COMPARED_PX, COMPARED_PX, { fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
};

/** Holds what the service answers to what libvips makes of the same file. */
const compare = async (path: string, file: Buffer, request: Request): Promise<void> => {
  const { extension, width, height, quality = extension === 'avif' ? 50 : 80 } = request;
  const url = `${path}.${extension}${queryOf(request)}`;
  const ours = await fetchBytes(url, typeOf(extension));
  const resized = sharp(file).resize(width, height, { fit: 'inside', withoutEnlargement: true });
  const isWhole = width === undefined && height === undefined;
  // What is shrunk to be compared shows nothing of an encoder any more.
  const isShrunk = isWhole && (await resized.metadata()).width > COMPARED_PX;
  const theirs = isShrunk ? file : await ENCODERS[extension](resized, quality).toBuffer();
  const [a, b] = [await readPixels(ours), await readPixels(theirs)];
  expect([url, a.width, a.height]).toEqual([url, b.width, b.height]);
  expect([url, ssim(a, b)]).toEqual([url, expect.toSatisfy((value) => value >= MIN_SSIM)]);
  const { exif, icc, xmp, pages } = await sharp(ours).metadata();
  expect([url, exif, icc, xmp, pages ?? 1]).toEqual([url, undefined, undefined, undefined, 1]);
};

beforeAll(async () => {
  upload = await createUploader(server);
  const [first] = PHOTOGRAPHS;
  if (first !== undefined) photograph = await readPhotograph(first);
});

describe('a photograph', () => {
  it.each(PHOTOGRAPHS)('of $width × $height is shown as libvips does', async (photo) => {
    const file = await readPhotograph(photo);
    const path = await publish(file);
    expect((await fetchBytes(path, 'image/jpeg')).equals(file)).toBe(true);
    for (const request of [
      { extension: 'webp' },
      { extension: 'jpg', width: 600 },
      { extension: 'webp', height: 300, quality: 90 },
      { extension: 'avif', width: 300, height: 300, quality: 70 },
    ] as const) {
      await compare(path, file, request);
    }
  });
});

const small = (): Sharp => sharp(photograph).resize(SMALL_PX);
const animate = async (): Promise<Sharp> => {
  const frames = [0, 120, 240].map((hue) => small().modulate({ hue }).png().toBuffer());
  return sharp(await Promise.all(frames), { join: { animated: true } });
};
const FILES: Readonly<Record<string, [Extension, () => Sharp | Promise<Sharp>]>> = {
  PNG: ['png', () => small().ensureAlpha(0.5).png()],
  'still GIF': ['gif', () => small().gif()],
  'animated GIF': ['gif', async () => (await animate()).gif()],
  WebP: ['webp', () => small().webp()],
  AVIF: ['avif', () => small().avif({ effort: 2 })],
};

describe('the same photograph', () => {
  it.each(Object.entries(FILES))('as %s is shown as libvips does', async (_name, [own, make]) => {
    const file = await (await make()).toBuffer();
    const path = await publish(file);
    expect((await fetchBytes(path, typeOf(own))).equals(file)).toBe(true);
    for (const request of [
      { extension: 'webp' },
      { extension: 'avif' },
      { extension: own, width: 300 },
      { extension: 'jpg', width: 400, height: 200, quality: 90 },
    ] as const) {
      await compare(path, file, request);
    }
  });
});

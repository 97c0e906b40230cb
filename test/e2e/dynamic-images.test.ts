import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Pixels, Size } from '../../src/shared/pixels.ts';
import { fitInto } from '../../src/shared/recipe-geometry.ts';
import { takePhotograph } from '../unit/imaging/fixtures/sharp-images.ts';
import { ssim } from '../unit/imaging/fixtures/ssim.ts';
import { createUploader } from './support/upload-original.ts';
import { useLegacyServer } from './support/use-shared-server.ts';

// Compares transformations of photographs with libvips'. PHOTOGRAPHS=all includes all of them.

const MIN_SSIM = 0.98;
/** Share of the loss of another encoder at the same quality. */
const MAX_SSIM_LOSS = 0.03;
/** Whole images are compared at this size. */
const COMPARED: Size = { width: 600, height: 600 };
const SMALL_PX = 480;
// Debian's lomiri-wallpapers-20.04; without it, drawn images of the same sizes.
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
  jpg: (picture: Sharp, quality: number) => picture.jpeg({ quality }),
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
  const drawn = takePhotograph({ width: width / 4, height: height / 4 });
  return sharp(await drawn.png().toBuffer())
    .resize(width, height)
    .jpeg()
    .toBuffer();
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

const readPixels = async (picture: Sharp): Promise<Pixels> => {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
};

const sizeOf = async (file: Buffer): Promise<Size> => {
  const { width, height } = await sharp(file).metadata();
  return { width, height };
};

/**
 * Compares an answer with the pixels of libvips for the same file. A larger loss is allowed only if libvips' encoder
 * loses about as much.
 */
const compare = async (path: string, file: Buffer, request: Request): Promise<void> => {
  const { extension, width, height, quality = extension === 'avif' ? 50 : 80 } = request;
  const url = `${path}.${extension}${queryOf(request)}`;
  const answer = await fetchBytes(url, typeOf(extension));
  const isWhole = width === undefined && height === undefined;
  const size = await sizeOf(file);
  if (isWhole) expect([url, await sizeOf(answer)]).toEqual([url, size]);
  const box = { width: width ?? Infinity, height: height ?? Infinity };
  const compared = isWhole ? COMPARED : fitInto(size, box);
  // An exact size, as libvips would round a JPEG's twice.
  const shrink = (source: Buffer): Sharp => sharp(source).resize({ ...compared, fit: 'fill' });
  const resized = extension === 'jpg' ? shrink(file).flatten({ background: '#fff' }) : shrink(file);
  const pixels = await readPixels(resized.clone());
  const ours = await readPixels(isWhole ? shrink(answer) : sharp(answer));
  expect([url, ours.width, ours.height]).toEqual([url, compared.width, compared.height]);
  const likeness = ssim(ours, pixels);
  if (likeness < MIN_SSIM) {
    const encoded = await ENCODERS[extension](resized, quality).toBuffer();
    const least = ssim(await readPixels(sharp(encoded)), pixels) - MAX_SSIM_LOSS;
    expect([url, likeness]).toEqual([url, expect.toSatisfy((value) => value >= least)]);
  }
  const { exif, icc, xmp, pages = 1 } = await sharp(answer).metadata();
  expect([url, exif, icc, xmp, pages]).toEqual([url, undefined, undefined, undefined, 1]);
};

beforeAll(async () => {
  upload = await createUploader(server);
  const [first] = PHOTOGRAPHS;
  if (first !== undefined) photograph = await readPhotograph(first);
});

describe('a photograph', () => {
  it.each(PHOTOGRAPHS)('of $width × $height is transformed like by libvips', async (photo) => {
    const file = await readPhotograph(photo);
    const path = await publish(file);
    expect((await fetchBytes(path, 'image/jpeg')).equals(file)).toBe(true);
    for (const request of [
      { extension: 'webp' },
      { extension: 'jpg', width: 600 },
      { extension: 'png', width: 300 },
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
  it.each(Object.entries(FILES))(
    'as %s is transformed like by libvips',
    async (_name, [own, make]) => {
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
    },
  );
});

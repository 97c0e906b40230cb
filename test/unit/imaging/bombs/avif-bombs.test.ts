import { beforeAll, describe, expect, it, vi } from 'vitest';
import { deriveWith } from '../../../../src/worker/imaging/derive/derive-with.ts';
import { readMaxFramePixels } from '../../../../src/imaging/source/av1-sequence.ts';
import { inspectSource } from '../../../../src/imaging/source/inspect-source.ts';
import { normalizeAvif } from '../../../../src/imaging/source/normalize-avif.ts';
import { AVIF_LIMITS } from '../../../../src/imaging/work-limits.ts';
import { frameOf, tileAvif } from '../../imaging/fixtures/avif-bombs.ts';
import { concat } from '../../imaging/fixtures/bytes.ts';
import { encodeAvif } from '../../imaging/fixtures/encoders.ts';
import { createNodeEngine } from '../../imaging/fixtures/node-engine.ts';
import { paint } from '../fixtures/images.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const TILE = { width: 64, height: 64 };
const LARGE = { width: 1000, height: 800 };
const PLAN = { mimeType: 'image/webp', size: { width: 32, height: 32 }, quality: 80 } as const;

let tile: Uint8Array;
let largeFrame: Uint8Array;
let smallFrame: Uint8Array;

beforeAll(async () => {
  const flat = (width: number, height: number) =>
    encodeAvif(paint(width, height, () => [9, 99, 200, 255]));
  tile = await flat(TILE.width, TILE.height);
  smallFrame = frameOf(tile);
  largeFrame = frameOf(await flat(LARGE.width, LARGE.height));
});

const repeat = (count: number, frame: Uint8Array): Uint8Array =>
  concat(...Array.from({ length: count }, () => frame));

async function derive(file: Uint8Array): Promise<string> {
  const made = await deriveWith(await createNodeEngine(), file, PLAN);
  return made.ok ? 'made' : made.error;
}

describe('an AVIF', () => {
  it('of tiles that share their bytes is decoded, each tile counted', async () => {
    const grid = tileAvif(tile, TILE, smallFrame, { columns: 4, rows: 4 });
    expect(await derive(grid)).toBe('made');
    const layers = tileAvif(tile, TILE, repeat(3, smallFrame), { columns: 2, rows: 2 });
    expect(await derive(layers)).toBe('made');
  });

  it('is damaged when the hidden frames of its tiles together exceed the image', async () => {
    const hidden = concat(repeat(2, largeFrame), smallFrame);
    const few = tileAvif(tile, TILE, hidden, { columns: 2, rows: 2 });
    const many = tileAvif(tile, TILE, hidden, { columns: 16, rows: 16 });
    expect(many.length).toBeLessThan(20_000);
    expect(await derive(few)).toBe('made');
    expect(() => normalizeAvif(many)).toThrow('larger than the picture');
    expect(await derive(many)).toBe('undecodable');
  });

  it('is damaged when its headers declare more data than its size needs', async () => {
    const withData = (bytes: number): Uint8Array =>
      tileAvif(tile, TILE, new Uint8Array(bytes), { columns: 2, rows: 2 });
    const area = 4 * TILE.width * TILE.height;
    const most = AVIF_LIMITS.codedBytes + AVIF_LIMITS.codedBytesPerPixel * area;
    const sound = await inspectSource('image/avif', withData(most / 4));
    expect(sound).toMatchObject({ width: 128, height: 128 });
    await expect(inspectSource('image/avif', withData(most / 4 + 1))).rejects.toThrow('damaged');
  });
});

describe('the largest frame of a sequence', () => {
  const bytesOf = (bits: string): Uint8Array => {
    const bytes = bits.replaceAll(/\s/gu, '').match(/.{1,8}/gu) ?? [];
    return Uint8Array.from(bytes, (byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
  };
  const number = (value: number, bits: number): string => value.toString(2).padStart(bits, '0');
  const idc = number(0, 12);
  const size = `1010 1001 ${number(1279, 11)} ${number(719, 10)}`;
  const clock = `${number(1, 32)} ${number(30, 32)}`;
  const model = `01001 ${number(1, 32)} 00100 00100`;

  it.each([
    ['of a still image', '000 1 1 01000'],
    ['without timing', `000 0 0 0 0 00000 ${idc} 00101`],
    ['of a high level with a display delay', `000 0 0 0 1 00000 ${idc} 01001 1 1 0111`],
    ['with frame timing', `000 0 0 1 ${clock} 0 0 0 00000 ${idc} 00101`],
    [
      'of two operating points and a decoder model',
      `000 0 0 1 ${clock} 1 00101 1 ${model} 0 00001
       ${idc} 01000 0 1 ${number(3, 10)} ${number(3, 10)} 0 ${idc} 00101 0`,
    ],
  ])('%s is read', (_, fields) => {
    expect(readMaxFramePixels(bytesOf(`${fields} ${size}`))).toBe(1280 * 720);
  });

  it('is read from an encoder’s file', () => {
    // Skips the temporal delimiter and the header of the sequence unit.
    expect(readMaxFramePixels(largeFrame.subarray(4))).toBe(LARGE.width * LARGE.height);
  });
});

import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { deriveWith } from '../../../../src/worker/imaging/derive/derive-with.ts';
import { stripSegmentMetadata } from '../../../../src/imaging/source/normalize-jpeg.ts';
import { JPEG_LIMITS } from '../../../../src/imaging/work-limits.ts';
import { concat } from '../../imaging/fixtures/bytes.ts';
import { mapScans } from '../../imaging/fixtures/craft.ts';
import { createNodeEngine } from '../../imaging/fixtures/node-engine.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const PLAN = { mimeType: 'image/webp', size: { width: 20, height: 15 }, quality: 80 } as const;

/** A progressive gray JPEG that repeats its last scan. */
async function repeatLastScan(width: number, height: number, times: number): Promise<Uint8Array> {
  const gray = { create: { width, height, channels: 3, background: '#888' } } as const;
  const jpeg = await sharp(gray).jpeg({ progressive: true }).toColourspace('b-w').toBuffer();
  return mapScans(new Uint8Array(jpeg), ({ whole }, index, count) =>
    index < count - 1 ? whole : concat(...Array.from({ length: times }, () => whole)),
  );
}

async function derive(file: Uint8Array): Promise<string> {
  const made = await deriveWith(await createNodeEngine(), file, PLAN);
  return made.ok ? 'made' : made.error;
}

it('a large JPEG may visit its blocks less often than a small one', async () => {
  const times = JPEG_LIMITS.scans - 10;
  const small = await repeatLastScan(800, 600, times);
  expect(() => stripSegmentMetadata(small)).not.toThrow();
  expect(await derive(small)).toBe('made');
  const large = await repeatLastScan(2400, 2000, times);
  expect(() => stripSegmentMetadata(large)).toThrow('scans');
  expect(await derive(large)).toBe('undecodable');
});

it('a large JPEG may repeat all its scans three times', async () => {
  const usual = await repeatLastScan(2400, 2000, 1);
  const thrice = mapScans(usual, ({ whole }) => concat(whole, whole, whole));
  expect(() => stripSegmentMetadata(thrice)).not.toThrow();
});

it('a JPEG whose components share an id is damaged', async () => {
  const color = { create: { width: 64, height: 48, channels: 3, background: '#864' } } as const;
  const file = new Uint8Array(await sharp(color).jpeg({ progressive: true }).toBuffer());
  expect(() => stripSegmentMetadata(file)).not.toThrow();
  const frame = file.findIndex((byte, at) => byte === 0xff && file[at + 1] === 0xc2);
  // The ids of the first two components stand 10 and 13 bytes behind the marker (B.2.2).
  file[frame + 13] = file[frame + 10] ?? 0;
  expect(() => stripSegmentMetadata(file)).toThrow('one id');
});

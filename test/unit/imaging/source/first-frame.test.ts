import { describe, expect, it, vi } from 'vitest';
import { inspectSource } from '../../../../src/imaging/source/inspect-source.ts';
import { MetadataScanner } from '../../../../src/worker/imaging/scan/metadata-scanner.ts';
import { deriveWith } from '../../../../src/worker/imaging/derive/derive-with.ts';
import { writeBox } from '../fixtures/craft-avif.ts';
import { makeSequence, soundTrack } from '../fixtures/craft-sequence.ts';
import { encodeAvif } from '../fixtures/encoders.ts';
import { paint, paintQuadrants } from '../fixtures/images.ts';
import { createNodeEngine } from '../fixtures/node-engine.ts';
import { readPixels } from '../fixtures/sharp-images.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const PICTURE = paintQuadrants(48, 32);
/** Its left half is opaque. */
const COVER = paint(48, 32, (x) => (x < 24 ? [255, 255, 255, 255] : [0, 0, 0, 255]));
const SOUND = soundTrack();
const TURN = writeBox('irot', Uint8Array.of(1));

const draw = async (file: Uint8Array, size = { width: 48, height: 32 }) => {
  const plan = { mimeType: 'image/png', size, quality: 100 } as const;
  const made = await deriveWith(await createNodeEngine(), file, plan);
  if (!made.ok) throw new Error(made.error);
  return readPixels(made.value.bytes);
};

const alphaAt = ({ data }: { readonly data: Uint8ClampedArray }, x: number) => data[x * 4 + 3];

describe('an image sequence without a primary item', () => {
  it.each([
    ['without a description', {}],
    ['with a description of no still', { hasMeta: true }],
    ['with sound before its images', { tracks: [SOUND] }],
    ['with offsets of 64 bits', { hasLongOffsets: true }],
    ['with another major brand', { majorBrand: 'msf1' }],
  ])('%s is an animation whose first frame is drawn', async (_, options) => {
    const still = await encodeAvif(PICTURE);
    const file = makeSequence(still, options);
    expect(await inspectSource('image/avif', file)).toEqual({
      ...(await inspectSource('image/avif', still)),
      animated: true,
    });
    expect(await draw(file)).toEqual(await draw(still));
  });

  it('with an alpha track is transparent where that is', async () => {
    const file = makeSequence(await encodeAvif(PICTURE), { alpha: await encodeAvif(COVER) });
    expect(await inspectSource('image/avif', file)).toMatchObject({ hasAlpha: true });
    const drawn = await draw(file);
    expect([alphaAt(drawn, 4), alphaAt(drawn, 44)]).toEqual([255, 0]);
  });

  it('is turned as its track says', async () => {
    const file = makeSequence(await encodeAvif(PICTURE), { properties: [TURN] });
    expect(await inspectSource('image/avif', file)).toMatchObject({ orientation: 8 });
    expect(await draw(file, { width: 32, height: 48 })).toMatchObject({ width: 32, height: 48 });
  });

  it('is known from the scanned metadata', async () => {
    const file = makeSequence(await encodeAvif(PICTURE), { alpha: await encodeAvif(COVER) });
    const scanner = new MetadataScanner('image/avif');
    scanner.push(file);
    const kept = scanner.finish();
    expect(kept.length).toBeLessThan(file.length);
    expect(await inspectSource('image/avif', kept)).toEqual(
      await inspectSource('image/avif', file),
    );
  });

  it.each([
    ['whose major brand promises a still', { majorBrand: 'avif' }],
    ['with too many tracks', { tracks: Array.from({ length: 16 }, () => SOUND) }],
  ])('%s is refused', async (_, options) => {
    const file = makeSequence(await encodeAvif(PICTURE), { hasMeta: true, ...options });
    await expect(inspectSource('image/avif', file)).rejects.toThrow('damaged');
  });

  it('that is cut short at any byte before its frames is refused', async () => {
    const file = makeSequence(await encodeAvif(PICTURE));
    const end = Buffer.from(file).indexOf('mdat') - 4;
    for (let length = 16; length < end; length += 7) {
      const cut = file.slice(0, length);
      await expect(inspectSource('image/avif', cut), String(length)).rejects.toThrow('damaged');
    }
  });
});

import { deflateSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { deriveWith } from '../../../../src/worker/imaging/derive/derive-with.ts';
import { MetadataScanner } from '../../../../src/worker/imaging/scan/metadata-scanner.ts';
import { inspectSource } from '../../../../src/imaging/source/inspect-source.ts';
import { stripChunkMetadata } from '../../../../src/imaging/source/strip-png.ts';
import { PNG_LIMITS } from '../../../../src/imaging/work-limits.ts';
import { concat } from '../../imaging/fixtures/bytes.ts';
import { pngChunk } from '../../imaging/fixtures/craft.ts';
import { codecs } from '../../imaging/fixtures/encoders.ts';
import { createNodeEngine } from '../../imaging/fixtures/node-engine.ts';
import {
  deflateBehindBlocks,
  deflateZeros,
  pngOf,
  ROWS_BYTES,
  scatterPng,
} from '../../imaging/fixtures/png-bombs.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const GIB = 1024 ** 3;
const ROWS = new Uint8Array(ROWS_BYTES);
const PLAN = { mimeType: 'image/webp', size: { width: 24, height: 24 }, quality: 80 } as const;
const { codedBlocks, dataChunks, profileBytes, surplusBytes } = PNG_LIMITS;

/** Whether the scan of an upload accepts the file, and after how many bytes. */
function scan(file: Uint8Array): { readonly isAccepted: boolean; readonly scannedBytes: number } {
  const scanner = new MetadataScanner('image/png');
  let scannedBytes = 0;
  while (scannedBytes < file.length && !scanner.isDone) {
    scanner.push(file.subarray(scannedBytes, scannedBytes + 65_536));
    scannedBytes += 65_536;
  }
  return { isAccepted: scanner.finish().length > 0, scannedBytes };
}

async function derive(file: Uint8Array): Promise<string> {
  const made = await deriveWith(await createNodeEngine(), file, PLAN);
  return made.ok ? 'made' : made.error;
}

describe('a PNG is damaged', () => {
  it('when 14.7 MB of image data inflate to 14 GiB past its last row', async () => {
    const bomb = pngOf([deflateZeros(14 * GIB)]);
    expect(bomb.length).toBeGreaterThan(14 * 1024 * 1024);
    expect(scan(bomb)).toEqual({ isAccepted: false, scannedBytes: 131_072 });
    expect(await derive(bomb)).toBe('undecodable');
    await expect(codecs.decode('image/png', bomb)).rejects.toThrow('go on');
  });

  it('when the surplus data have chunks of their own, also in an interlaced image', async () => {
    const data = deflateZeros(GIB);
    const cut = [data.subarray(0, 5), data.subarray(5, 9000), data.subarray(9000)];
    for (const interlace of [0, 1]) {
      const bomb = pngOf(cut, [], { interlace });
      expect(scan(bomb).isAccepted).toBe(false);
      expect(await derive(bomb)).toBe('undecodable');
    }
  });

  it('when its image data have millions of empty blocks', async () => {
    const bomb = pngOf([deflateBehindBlocks(ROWS, 12_000_000)]);
    expect(scan(bomb).isAccepted).toBe(false);
    expect(await derive(bomb)).toBe('undecodable');
  });

  it('when its image data have too many chunks', async () => {
    const bomb = scatterPng(400);
    expect(scan(bomb).isAccepted).toBe(false);
    expect(await derive(bomb)).toBe('undecodable');
  });
});

describe('a PNG is sound', () => {
  it('with as many blocks, chunks and surplus data as the limits allow', async () => {
    const chunks = Array.from({ length: dataChunks - 1 }, () => new Uint8Array());
    const files = {
      rowsTwice: pngOf([deflateZeros(2 * ROWS_BYTES)]),
      surplus: pngOf([deflateZeros(ROWS_BYTES + surplusBytes)]),
      blocks: pngOf([deflateBehindBlocks(ROWS, codedBlocks - 4)]),
      chunks: pngOf([...chunks, deflateSync(ROWS)]),
      garbage: pngOf([concat(deflateSync(ROWS), new Uint8Array(99_999).fill(0xff))]),
    };
    for (const [name, file] of Object.entries(files)) {
      expect(scan(file).isAccepted, name).toBe(true);
      expect(await derive(file), name).toBe('made');
    }
  });

  it('with texts that would inflate to gigabytes, and never inflates them', async () => {
    const text = concat(new TextEncoder().encode('Comment\0\0'), deflateZeros(4 * GIB));
    const international = concat(
      new TextEncoder().encode('XML\0\x01\0\0\0'),
      deflateZeros(4 * GIB),
    );
    const file = pngOf(
      [deflateSync(ROWS)],
      [pngChunk('zTXt', text), pngChunk('iTXt', international)],
    );
    expect(stripChunkMetadata(file).length).toBeLessThan(1000);
    expect(await derive(file)).toBe('made');
  });

  it('with a profile that would inflate to gigabytes, and never inflates it', async () => {
    const inflating = vi.spyOn(globalThis, 'DecompressionStream');
    const withProfile = (profile: Uint8Array): Uint8Array =>
      pngOf(
        [deflateSync(ROWS)],
        [pngChunk('iCCP', concat(new TextEncoder().encode('name\0\0'), profile))],
      );
    const empty = deflateBehindBlocks(new Uint8Array(500), 2_000_000);
    const long = deflateSync(new Uint8Array(profileBytes + 1), { level: 0 });
    for (const profile of [deflateZeros(4 * GIB), empty, long]) {
      const { color } = await inspectSource('image/png', withProfile(profile));
      expect(color).toEqual({ kind: 'srgb' });
    }
    expect(inflating).not.toHaveBeenCalled();
    await inspectSource('image/png', withProfile(deflateSync(new Uint8Array(500))));
    expect(inflating).toHaveBeenCalledOnce();
  });
});

import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { flattenPng } from '../../../src/worker/imaging/flatten-png.ts';
import { deflateZeros, pngOf, ROWS_BYTES } from '../../unit/imaging/fixtures/png-bombs.ts';

/** Bytes of a file that were read until the flattened image was complete or had failed. */
async function flatten(file: Uint8Array): Promise<{ isWhole: boolean; readBytes: number }> {
  let readBytes = 0;
  const source = new ReadableStream({
    type: 'bytes',
    pull: (controller) => {
      const piece = file.slice(readBytes, readBytes + 4096);
      readBytes += piece.length;
      if (piece.length > 0) controller.enqueue(piece);
      else controller.close();
    },
  });
  const flat = await flattenPng(source);
  if (flat === null) throw new Error('It has no transparency');
  const isWhole = await new Response(flat).bytes().then(
    () => true,
    () => false,
  );
  return { isWhole, readBytes };
}

it('a PNG that continues after its last row is not read to its end', async () => {
  const sound = pngOf([deflateSync(new Uint8Array(ROWS_BYTES))]);
  expect(await flatten(sound)).toEqual({ isWhole: true, readBytes: sound.length });
  const bomb = pngOf([deflateZeros(1024 ** 3)]);
  const { isWhole, readBytes } = await flatten(bomb);
  expect(isWhole).toBe(false);
  expect(readBytes).toBeLessThan(bomb.length / 2);
});

import { expect, it } from 'vitest';
import { inspectWebp } from '../../../../src/imaging/webp/walker.ts';
import { countInto, type Tally } from '../../../support/instrument.ts';
import { BASE_URL } from '../../../support/worker.ts';
import { fileScene, sendFile } from '../../../support/whole-files.ts';
import { deflateZeros, pngOf } from '../../../unit/imaging/fixtures/png-bombs.ts';

const TIMEOUT_MS = 180_000;
const RGBA_BYTES = 4;
/** Of RGBA, hardly more than an isolate's memory takes: the simulated service decodes it four times. */
const SIZE = { width: 3000, height: 2000 };

const makeLargePng = (): Uint8Array<ArrayBuffer> => {
  const bytes = (1 + SIZE.width * RGBA_BYTES) * SIZE.height;
  return Uint8Array.from(pngOf([deflateZeros(bytes)], [], SIZE));
};

it(
  'an image beyond the isolate’s memory is prepared by the image service',
  async () => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const scene = await fileScene({ intercept: countInto(tally) });
    const { status, body } = await sendFile(scene, makeLargePng());
    expect([status, body.data]).toEqual([201, expect.objectContaining(SIZE)]);
    expect(tally.calls['IMAGES.output']).toBe(4);
    const shown = await scene.worker.fetch(String(body.data.url).slice(BASE_URL.length));
    expect(inspectWebp(new Uint8Array(await shown.arrayBuffer()))).toMatchObject({
      ok: true,
      value: { width: 2048, height: 1365 },
    });
  },
  TIMEOUT_MS,
);

it(
  'without the image service, an image beyond the isolate’s memory is refused',
  async () => {
    const scene = await fileScene({ bindings: { IMAGES: undefined } as unknown as Partial<Env> });
    const { status, body } = await sendFile(scene, makeLargePng());
    expect([status, body.code, body.success]).toEqual([400, 3010, false]);
  },
  TIMEOUT_MS,
);

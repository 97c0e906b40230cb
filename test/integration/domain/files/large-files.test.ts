import { expect, it } from 'vitest';
import { inspectWebp } from '../../../../src/imaging/webp/walker.ts';
import { countInto, type Tally } from '../../../support/instrument.ts';
import { BASE_URL } from '../../../support/worker.ts';
import { fileScene, sendFile } from '../../../support/whole-files.ts';
import { deflateZeros, pngOf } from '../../../unit/imaging/fixtures/png-bombs.ts';

const TIMEOUT_MS = 180_000;
const RGBA_BYTES = 4;

const largePng = (width: number, height: number): Uint8Array<ArrayBuffer> => {
  const bytes = (1 + width * RGBA_BYTES) * height;
  return Uint8Array.from(pngOf([deflateZeros(bytes)], [], { width, height }));
};

it(
  'an image beyond the isolate’s memory is prepared by the image service',
  async () => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const scene = await fileScene({ intercept: countInto(tally) });
    const { status, body } = await sendFile(scene, largePng(6000, 4000));
    expect([status, body.data.width, body.data.height]).toEqual([201, 6000, 4000]);
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
    const { status, body } = await sendFile(scene, largePng(6000, 4000));
    expect([status, body.code, body.success]).toEqual([400, 3010, false]);
  },
  TIMEOUT_MS,
);

import { expect, it, vi } from 'vitest';
import { jpeg, photograph } from '../../../../client/imaging/fixtures/photograph.ts';
import { loadModules } from '../../../support/load-modules.ts';

interface Modules {
  readonly makeThumbnail: (
    id: string,
    read: () => Promise<Blob | null>,
    signal: AbortSignal,
  ) => Promise<object | null>;
}

/** Makes one in a browser that cannot decode images of some sizes, in bytes; returns the sizes that it has tried. */
const make = async (source: Blob, isBroken: (size: number) => boolean) => {
  const { makeThumbnail } = await loadModules<Modules>('features/upload/model/thumbnails.ts');
  const tried: number[] = [];
  vi.stubGlobal('createImageBitmap', async ({ size }: Blob) => {
    tried.push(size);
    if (isBroken(size)) throw new DOMException('', 'InvalidStateError');
    return { size };
  });
  const { signal } = new AbortController();
  return { made: await makeThumbnail(crypto.randomUUID(), async () => source, signal), tried };
};

const PHOTOGRAPH = new Blob([photograph(1, jpeg(160, 120))]);

it('is the embedded preview, and the photograph is not decoded', async () => {
  const { made, tried } = await make(PHOTOGRAPH, () => false);
  expect(tried).toHaveLength(1);
  expect(tried[0]).toBeLessThan(PHOTOGRAPH.size);
  expect(made).toEqual({ size: tried[0] });
});

it('is the photograph where its preview is broken, and null where both are', async () => {
  const { made } = await make(PHOTOGRAPH, (size) => size < PHOTOGRAPH.size);
  expect(made).toEqual({ size: PHOTOGRAPH.size });
  expect((await make(PHOTOGRAPH, () => true)).made).toBe(null);
});

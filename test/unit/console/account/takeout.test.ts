import type { Signal } from '@preact/signals';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';

interface Modules {
  readonly session: Signal<unknown>;
  readonly takeout: Signal<{ readonly phase: string; readonly error: unknown }>;
  readonly continueTakeout: (imageCount: number) => Promise<void>;
}

const SRC = join(import.meta.dirname, '../../../../src/console');

let modules: Modules;
let written: string;

/** A file that takes no byte while the disk is full. */
const fileOn = (disk: { readonly isFull: boolean }) => ({
  createWritable: () =>
    Promise.resolve(
      new WritableStream<Uint8Array>({
        write(chunk) {
          if (disk.isFull) throw new DOMException('No room', 'QuotaExceededError');
          written += new TextDecoder().decode(chunk);
        },
      }),
    ),
});
const pick = vi.fn<() => Promise<ReturnType<typeof fileOn>>>();
const answer = (): Promise<Response> => Promise.resolve(new Response('zip'));
const phase = (): string => modules.takeout.value.phase;

beforeAll(async () => {
  Object.assign(globalThis, {
    location: { origin: 'http://localhost' },
    document: { cookie: '' },
    addEventListener: () => {},
    removeEventListener: () => {},
    showSaveFilePicker: pick,
  });
  // By path, since the modules know a browser and this test has none.
  const paths = ['state/session.ts', 'account/takeout.ts'];
  const loaded = await Promise.all(paths.map((path) => import(join(SRC, path))));
  modules = Object.assign({}, ...loaded);
});

beforeEach(() => {
  written = '';
  pick.mockReset();
  vi.stubGlobal('fetch', vi.fn(answer));
  modules.session.value = { state: 'anonymous' };
  modules.session.value = { state: 'signed_in', user: { id: 1, username: 'ada' } };
});

it('asks for another place after one that could not be written to', async () => {
  pick.mockResolvedValueOnce(fileOn({ isFull: true }));
  pick.mockResolvedValueOnce(fileOn({ isFull: false }));
  await modules.continueTakeout(1);
  expect(phase()).toBe('failed');
  await modules.continueTakeout(1);
  expect([phase(), written]).toEqual(['done', 'zip']);
});

it('keeps the place when the service fails', async () => {
  pick.mockResolvedValueOnce(fileOn({ isFull: false }));
  vi.stubGlobal(
    'fetch',
    vi.fn().mockRejectedValueOnce(new TypeError('gone')).mockImplementation(answer),
  );
  await modules.continueTakeout(1);
  expect(phase()).toBe('failed');
  await modules.continueTakeout(1);
  expect([phase(), written, pick.mock.calls.length]).toEqual(['done', 'zip', 1]);
});

it('does not begin for who has left while a place was chosen', async () => {
  const chosen = Promise.withResolvers<ReturnType<typeof fileOn>>();
  pick.mockReturnValueOnce(chosen.promise);
  const run = modules.continueTakeout(1);
  modules.session.value = { state: 'anonymous' };
  chosen.resolve(fileOn({ isFull: false }));
  await run;
  expect([phase(), written]).toEqual(['idle', '']);
});

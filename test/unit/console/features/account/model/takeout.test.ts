import type { Signal } from '@preact/signals';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { disconnect, fakeApi, inTurn } from '../../../support/fake-api.ts';
import { loadModules } from '../../../support/load-modules.ts';
import { stubPage } from '../../../support/stub-page.ts';

interface Modules {
  readonly session: Signal<unknown>;
  readonly takeout: Signal<{
    readonly phase: string;
    readonly position: unknown;
    readonly bytes: number;
    readonly error: unknown;
  }>;
  readonly continueTakeout: (imageCount: number) => Promise<void>;
  readonly resetTakeout: () => void;
}

let modules: Modules;
let api: ReturnType<typeof fakeApi>;
let written: string;
const stored = new Map<string, string>();

/** A file that refuses bytes while the disk is full. */
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
const ARCHIVE = 'GET /api/v1/user/archive';
const ZIP = new Response('zip');
const phase = (): string => modules.takeout.value.phase;

beforeAll(async () => {
  stubPage({
    showSaveFilePicker: pick,
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
  });
  modules = await loadModules('state/session.ts', 'features/account/model/takeout.ts');
});

beforeEach(() => {
  written = '';
  stored.clear();
  pick.mockReset();
  api = fakeApi({ [ARCHIVE]: ZIP });
  modules.session.value = { state: 'anonymous' };
  modules.session.value = { state: 'signed_in', user: { id: 1, username: 'ada' } };
});

it('a takeout asks for another folder after a failed write', async () => {
  pick.mockResolvedValueOnce(fileOn({ isFull: true }));
  pick.mockResolvedValueOnce(fileOn({ isFull: false }));
  await modules.continueTakeout(1);
  expect(phase()).toBe('failed');
  await modules.continueTakeout(1);
  expect([phase(), written]).toEqual(['done', 'zip']);
});

it('a takeout keeps its folder when the service fails', async () => {
  pick.mockResolvedValueOnce(fileOn({ isFull: false }));
  api.answers[ARCHIVE] = inTurn(disconnect, ZIP);
  await modules.continueTakeout(1);
  expect(phase()).toBe('failed');
  await modules.continueTakeout(1);
  expect([phase(), written, pick.mock.calls.length]).toEqual(['done', 'zip', 1]);
});

it.each([
  [403, 4039],
  [429, 4029],
])('a takeout that the browser would save says why it is refused (%i)', async (status, code) => {
  vi.stubGlobal('showSaveFilePicker', undefined);
  vi.stubGlobal(
    'fetch',
    vi
      .fn()
      .mockResolvedValueOnce(Response.json({ code: 0, data: {} }))
      .mockResolvedValueOnce(new Response(null, { status })),
  );
  await modules.continueTakeout(1);
  expect(modules.takeout.value).toMatchObject({ phase: 'failed', error: { code } });
});

it('a takeout does not start for a person who signed out while choosing a folder', async () => {
  const chosen = Promise.withResolvers<ReturnType<typeof fileOn>>();
  pick.mockReturnValueOnce(chosen.promise);
  const run = modules.continueTakeout(1);
  modules.session.value = { state: 'anonymous' };
  chosen.resolve(fileOn({ isFull: false }));
  await run;
  expect([phase(), written]).toEqual(['idle', '']);
});

describe('a takeout of three volumes', () => {
  const NEXT = '</api/v1/user/archive?cursor=CURSOR>; rel="next"';
  const IMAGES = 1200;

  /** The state that the next page load finds for a person. */
  const load = (id: number) => {
    modules.session.value = { state: 'anonymous', isLost: true };
    modules.session.value = { state: 'signed_in', user: { id, username: 'ada' } };
    const { phase: found, position, bytes } = modules.takeout.value;
    return { phase: found, position, bytes };
  };
  const KEPT = { phase: 'kept', position: { volume: 2, cursor: 'second' }, bytes: 3 };
  const NONE = { phase: 'idle', position: { volume: 1, cursor: '' }, bytes: 0 };

  beforeEach(async () => {
    const volume = (next: string) =>
      new Response('zip', { headers: { Link: NEXT.replace('CURSOR', next) } });
    api.answers[ARCHIVE] = inTurn(volume('second'), disconnect, volume('third'), ZIP);
    const folder = { getFileHandle: async () => fileOn({ isFull: false }) };
    vi.stubGlobal('showDirectoryPicker', async () => folder);
    await modules.continueTakeout(IMAGES);
    expect([phase(), written]).toEqual(['failed', 'zip']);
  });

  it('resumes after a reload with the first missing volume', async () => {
    expect(load(1)).toEqual(KEPT);
    await modules.continueTakeout(IMAGES);
    expect([phase(), written]).toEqual(['done', 'zipzipzip']);
    expect(load(1)).toEqual(NONE);
  });

  it('continues when the browser cannot store its position', async () => {
    vi.spyOn(stored, 'set').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError');
    });
    await modules.continueTakeout(IMAGES);
    expect([phase(), written]).toEqual(['done', 'zipzipzip']);
  });

  it('resumes in one tab at a time, from the latest position', async () => {
    expect(load(1)).toEqual(KEPT);
    const otherTab = Promise.withResolvers<void>();
    const held = navigator.locks.request('takeout:1', () => otherTab.promise);
    await modules.continueTakeout(IMAGES);
    expect([phase(), written]).toEqual(['failed', 'zip']);
    const place = JSON.parse(stored.get('takeout') ?? '') as object;
    stored.set('takeout', JSON.stringify({ ...place, position: { volume: 3, cursor: 'third' } }));
    otherTab.resolve();
    await held;
    pick.mockResolvedValueOnce(fileOn({ isFull: false }));
    await modules.continueTakeout(IMAGES);
    expect(api.calls.map(({ query }) => query.get('cursor'))).toEqual(['', 'second', 'third']);
  });

  it('does not restart when another tab has ended it before the resume', async () => {
    expect(load(1)).toEqual(KEPT);
    stored.clear();
    await modules.continueTakeout(IMAGES);
    expect([phase(), written]).toEqual(['idle', 'zip']);
  });

  it('is only visible to its owner', () => {
    expect(load(2)).toEqual(NONE);
    expect(load(1)).toEqual(KEPT);
  });

  it('starts from the beginning after a reload when it was discarded', () => {
    modules.resetTakeout();
    expect(load(1)).toEqual(NONE);
  });
});

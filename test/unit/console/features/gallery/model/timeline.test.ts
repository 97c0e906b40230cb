import type { Signal } from '@preact/signals';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { GalleryQuery } from '../../../../../../src/console/features/gallery/model/gallery-query.ts';
import { image, settle } from './support.ts';
import { disconnect, fakeApi, inTurn, refuse } from '../../../support/fake-api.ts';
import { loadModules } from '../../../support/load-modules.ts';
import { QUIET_DOCUMENT, stubPage } from '../../../support/stub-page.ts';

interface Modules {
  readonly session: Signal<unknown>;
  readonly isConnected: Signal<boolean>;
  readonly list: Signal<{
    readonly items: { readonly length: number };
    readonly error: unknown;
    readonly isOutdated: boolean;
  }>;
  readonly total: Signal<number | null>;
  readonly openGallery: (query: GalleryQuery) => void;
  readonly followGallery: () => () => void;
  readonly announceImages: () => void;
  readonly noteGone: (count: number) => void;
}

let modules: Modules;
let api: ReturnType<typeof fakeApi>;

const whole: GalleryQuery = { sort: 'newest', visibility: 'all', search: '' };
const timeline = (months: object[]) => ({ months });
const askedPaths = () => api.calls.map(({ path }) => path);
const pageOf = (ids: readonly number[], cursor = '') => ({
  images: ids.map((id) => image(id)),
  next_cursor: cursor,
  has_more: cursor !== '',
});
const signIn = (id: number): void => {
  modules.session.value = { state: 'signed_in', user: { id } };
};

beforeAll(async () => {
  stubPage();
  modules = await loadModules(
    'state/session.ts',
    'state/connection.ts',
    'state/image-changes.ts',
    'features/gallery/model/gallery-state.ts',
    'features/gallery/model/gallery.ts',
    'features/gallery/model/timeline.ts',
  );
});

beforeEach(() => {
  vi.stubGlobal('document', QUIET_DOCUMENT);
  api = fakeApi({
    // The second page never arrives.
    'GET /api/v1/images/': ({ query }) =>
      (query.get('cursor') ?? '') === '' ? pageOf([13, 12, 11], 'c') : new Promise<never>(() => {}),
  });
  modules.session.value = { state: 'anonymous' };
});

// Nothing polls unfinished images.
afterEach(() => modules.followGallery()());

describe('the number of all images', () => {
  it('is requested only when the list is incomplete', async () => {
    api.answers['GET /api/v1/images/'] = pageOf([3, 2, 1]);
    signIn(1);
    modules.openGallery(whole);
    await expect.poll(() => modules.total.value).toBe(3);
    modules.openGallery(whole);
    onTestFinished(modules.followGallery());
    expect(askedPaths()).not.toContain('/api/v1/images/timeline');
  });

  it('is that of the months, whatever the order, and less by those that are deleted', async () => {
    api.answers['GET /api/v1/images/timeline'] = timeline([
      { month: '2026-01', count: 5 },
      { month: '2025-12', count: 2 },
    ]);
    signIn(1);
    modules.openGallery(whole);
    await expect.poll(() => modules.total.value).toBe(7);
    modules.openGallery({ ...whole, sort: 'title' });
    await expect.poll(() => modules.list.peek().isOutdated).toBe(false);
    await expect.poll(() => modules.total.value).toBe(7);
    modules.noteGone(2);
    expect(modules.total.value).toBe(5);
  });

  it('is read once during 60 announcements and once after them, and the newest answer stays', async () => {
    const answers: PromiseWithResolvers<object>[] = [];
    api.answers['GET /api/v1/images/timeline'] = () => {
      const answer = Promise.withResolvers<object>();
      answers.push(answer);
      return answer.promise;
    };
    const reply = (index: number, count: number): void =>
      answers[index]?.resolve(timeline([{ month: '2026-01', count }]));
    signIn(1);
    modules.openGallery(whole);
    await expect.poll(() => answers.length).toBe(1);
    const unfollow = modules.followGallery();
    onTestFinished(unfollow);
    for (let count = 0; count < 60; count += 1) modules.announceImages();
    await setImmediate();
    expect(answers).toHaveLength(1);
    reply(0, 4);
    await expect.poll(() => modules.total.value).toBe(4);
    await expect.poll(() => answers.length).toBe(2);
    // Another query does not wait, and the answer that it overtakes is dropped.
    const others = { ...whole, visibility: 'private' } as const;
    modules.openGallery(others);
    await expect.poll(() => answers.length).toBe(3);
    reply(2, 6);
    await expect.poll(() => modules.total.value).toBe(6);
    reply(1, 5);
    await setImmediate();
    expect(modules.total.value).toBe(6);
    expect(answers).toHaveLength(3);
  });

  describe('if it fails', () => {
    const months = [{ month: '2026-01', count: 4 }];
    const readCount = () => askedPaths().filter((path) => path.endsWith('/timeline')).length;
    const open = async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
      onTestFinished(() => void vi.useRealTimers());
      signIn(1);
      modules.openGallery(whole);
      await pass(0);
    };
    const pass = async (ms: number) => {
      await settle();
      vi.advanceTimersByTime(ms);
      await settle();
    };

    it('is read again, with growing delays', async () => {
      api.answers['GET /api/v1/images/timeline'] = inTurn(
        refuse(503, 5000),
        disconnect,
        refuse(503, 5000),
        Response.json({ code: 0, data: { months } }),
      );
      await open();
      const counts = [readCount()];
      for (const ms of [1999, 1, 3999, 1, 7999]) {
        await pass(ms);
        counts.push(readCount());
      }
      expect(counts).toEqual([1, 1, 2, 2, 3, 3]);
      expect([modules.total.value, modules.list.peek().error]).toEqual([null, null]);
      await pass(1);
      expect(modules.total.value).toBe(4);
      await pass(60_000);
      expect(readCount()).toBe(4);
    });

    it('is not read again for somebody who has signed out, nor while the page is hidden', async () => {
      const page = { ...QUIET_DOCUMENT, hidden: true, addEventListener: vi.fn() };
      vi.stubGlobal('document', page);
      api.answers['GET /api/v1/images/timeline'] = refuse(503, 5000);
      await open();
      onTestFinished(modules.followGallery());
      page.addEventListener.mock.calls[0]?.[1]();
      await pass(60_000);
      expect(readCount()).toBe(1);
      page.hidden = false;
      page.addEventListener.mock.calls[0]?.[1]();
      await pass(0);
      expect(readCount()).toBe(2);
      modules.session.value = { state: 'anonymous' };
      await pass(60_000);
      expect(readCount()).toBe(2);
    });

    it('is read again as soon as the connection is back or the page visible', async () => {
      const page = { ...QUIET_DOCUMENT, hidden: false, addEventListener: vi.fn() };
      vi.stubGlobal('document', page);
      const show = () => page.addEventListener.mock.calls[0]?.[1]();
      api.answers['GET /api/v1/images/timeline'] = refuse(503, 5000);
      await open();
      onTestFinished(modules.followGallery());
      await pass(0);
      const before = readCount();
      modules.isConnected.value = false;
      modules.isConnected.value = true;
      await pass(0);
      expect(readCount()).toBe(before + 1);
      api.answers['GET /api/v1/images/timeline'] = timeline(months);
      show();
      await pass(0);
      expect([readCount(), modules.total.value]).toEqual([before + 2, 4]);
      show();
      await pass(0);
      expect(readCount()).toBe(before + 2);
    });
  });

  it('stays unknown for a search', async () => {
    signIn(1);
    modules.openGallery({ ...whole, search: 'sea' });
    await expect.poll(() => modules.list.peek().items.length).toBe(3);
    expect(modules.total.value).toBeNull();
    expect(askedPaths()).not.toContain('/api/v1/images/timeline');
  });
});

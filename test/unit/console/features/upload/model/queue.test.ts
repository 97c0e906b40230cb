import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError, ConnectionError, UploadError } from '../../../../../../src/client/errors.ts';
import { PrepareError } from '../../../../../../src/client/imaging/prepare-error.ts';
import { demandFit } from '../../../../../../src/client/imaging/device-limits.ts';
import {
  isWorthRetrying,
  judge,
} from '../../../../../../src/console/features/upload/model/failure.ts';
import { findStanding } from '../../../../../../src/console/features/upload/model/find-standing.ts';
import { isMilestone } from '../../../../../../src/console/features/upload/model/milestone.ts';
import {
  EtaEstimator,
  summarizeItems,
} from '../../../../../../src/console/features/upload/model/queue-stats.ts';
import {
  advance,
  type ItemEvent,
  restore,
} from '../../../../../../src/console/features/upload/model/advance-item.ts';
import type {
  Item,
  ItemState,
} from '../../../../../../src/console/features/upload/model/queue-item.ts';
import { QueueItems } from '../../../../../../src/console/features/upload/model/queue-items.ts';
import {
  countKeptBytes,
  KEPT_BYTES_MAX,
  mayKeep,
} from '../../../../../../src/console/features/upload/model/storage-limit.ts';
import { fakeStore } from './fake-store.ts';

const IMAGE = {
  upload_id: 'u',
  image_id: 7,
  unique_link: 'abc',
  asset_link: 'abc',
  path: '/i/abc.webp',
};
const UNKNOWN = { kind: 'unknown' } as const;

const STATES: Readonly<Record<string, ItemState>> = {
  reading: { name: 'reading' },
  waiting: { name: 'waiting' },
  preparing: { name: 'running', stage: 'prepare' },
  publishing: { name: 'running', stage: 'publish' },
  paused: { name: 'paused' },
  duplicate: { name: 'duplicate', imageId: null },
  failed: { name: 'failed', failure: UNKNOWN },
  missing: { name: 'missing' },
  done: { name: 'done', image: IMAGE },
};

const EVENTS: readonly ItemEvent[] = [
  { name: 'read', hash: 'h' },
  { name: 'kept' },
  { name: 'repeated', hash: 'h', imageId: 7 },
  { name: 'started' },
  { name: 'reached', stage: 'send', fraction: 0.6 },
  { name: 'released' },
  { name: 'refused', failure: UNKNOWN },
  { name: 'published', image: IMAGE },
  { name: 'paused' },
  { name: 'freed' },
  { name: 'wanted' },
  { name: 'lost' },
  { name: 'supplied', size: 100, albumId: null },
  { name: 'reassigned', visibility: 'private', assetLink: 'abcS' },
];

const item = (state: keyof typeof STATES, more: Partial<Item> = {}): Item => ({
  id: '1',
  owner: 1,
  tab: 't',
  addedAt: 0,
  index: 0,
  name: 'a.jpg',
  size: 100,
  type: 'image/jpeg',
  visibility: 'public',
  hash: 'h',
  isKept: true,
  progress: 0,
  state: STATES[state] ?? { name: 'waiting' },
  ...more,
});

describe('an item of the queue', () => {
  it('changes its state only by the events that fit', () => {
    const table = Object.keys(STATES).map((state) => {
      const leads = EVENTS.flatMap((event) => {
        const after = advance(item(state), event).state;
        return after === STATES[state] ? [] : [`${event.name} ${after.name}`];
      });
      return `${state}: ${leads.join(', ')}`;
    });
    expect(table).toEqual([
      'reading: read waiting, repeated duplicate, refused failed, paused paused, lost missing',
      'waiting: started running, refused failed, published done, paused paused, lost missing',
      'preparing: reached running, released waiting, refused failed, published done, paused paused, lost missing',
      'publishing: reached running, released waiting, refused failed, published done, lost missing',
      'paused: published done, wanted waiting, lost missing',
      'duplicate: repeated duplicate, freed reading, wanted waiting, lost missing',
      'failed: wanted reading, lost missing',
      'missing: supplied reading',
      'done: reassigned done',
    ]);
  });

  it('never loses progress, over a pause and a second run too', () => {
    const events: ItemEvent[] = [
      { name: 'started' },
      { name: 'reached', stage: 'send', fraction: 0.7 },
      { name: 'paused' },
      { name: 'wanted' },
      { name: 'started' },
      { name: 'reached', stage: 'prepare', fraction: 0.1 },
      { name: 'reached', stage: 'send', fraction: 0.8 },
      { name: 'published', image: IMAGE },
    ];
    let at = item('waiting');
    const seen = events.map((event) => (at = advance(at, event)).progress);
    expect(seen).toEqual([0, 0.7, 0.7, 0.7, 0.7, 0.7, 0.8, 1]);
  });

  it('is read again if its reading was interrupted', () => {
    const paused = item('paused', { hash: null });
    expect(advance(paused, { name: 'wanted' }).state.name).toBe('reading');
  });

  it('waits at the next visit if its bytes are stored, and is missing otherwise', () => {
    const next = (isKept: boolean) =>
      Object.keys(STATES).map((state) => restore(item(state, { isKept })).state.name);
    expect(next(true)).toEqual([
      'reading',
      'waiting',
      'waiting',
      'waiting',
      'paused',
      'reading',
      'failed',
      'missing',
      'done',
    ]);
    expect(next(false)).toEqual([...Array<string>(6).fill('missing'), 'failed', 'missing', 'done']);
  });

  it('follows the link of its image, which never changes in pipeline 1', () => {
    const toPrivate = (assetLink: string | null) =>
      advance(item('done'), { name: 'reassigned', visibility: 'private', assetLink });
    expect(toPrivate('abcS')).toMatchObject({
      visibility: 'private',
      state: { image: { image_id: 7, asset_link: 'abcS', path: '/i/abcS.webp' } },
    });
    expect(toPrivate(null)).toMatchObject({ visibility: 'private', state: { image: IMAGE } });
  });

  it('claims its bytes only once they are read after a retry or after its original was removed', () => {
    for (const [state, event] of [
      ['failed', 'wanted'],
      ['duplicate', 'freed'],
    ] as const) {
      expect(advance(item(state), { name: event }).hash).toBe(null);
    }
  });

  it('stores that the person wants the same bytes again', () => {
    const again = advance(item('duplicate'), { name: 'wanted' });
    expect(again).toMatchObject({ isWantedAgain: true, state: { name: 'waiting' } });
    const failed = advance(again, { name: 'refused', failure: UNKNOWN });
    expect(advance(failed, { name: 'wanted' }).isWantedAgain).toBe(true);
  });

  it.each([true, false])(
    'shows the image of the same bytes at the next visit, too, be they stored or not: %s',
    (isKept) => {
      const known = item('reading', { isKept, state: { name: 'duplicate', imageId: 7 } });
      expect(restore(known)).toBe(known);
    },
  );
});

describe('the items', () => {
  it('apply an event to many in one step and one write', async () => {
    const kept = fakeStore();
    const items = new QueueItems(kept.store);
    await items.add(['0', '1', '2'].map((id) => item(id === '1' ? 'done' : 'failed', { id })));
    const save = vi.spyOn(kept.store, 'save');
    const seen: string[][] = [];
    onTestFinished(
      items.all.subscribe((all) => void seen.push(all.map(({ state }) => state.name))),
    );
    items.applyToAll(['0', '1', '2', 'gone'], { name: 'wanted' });
    items.applyToAll(['1'], { name: 'wanted' });
    expect(seen.slice(1)).toEqual([['reading', 'done', 'reading']]);
    expect(save.mock.calls.map(([saved]) => saved.length)).toEqual([2]);
    items.applyToAll(['1'], { name: 'reassigned', visibility: 'private', assetLink: 'abcS' });
    expect(kept.items.get('1')).toMatchObject({ visibility: 'private' });
  });
});

describe('the storage', () => {
  it('stores bytes up to its limit, and up to half of the free space', () => {
    const kept = countKeptBytes([
      item('waiting', { size: KEPT_BYTES_MAX - 10 }),
      item('done', { size: 5 }),
      item('paused', { size: 5, isKept: false }),
    ]);
    expect([mayKeep(kept, 10, null), mayKeep(kept, 11, null)]).toEqual([true, false]);
    expect([mayKeep(0, 10, 20), mayKeep(0, 11, 20)]).toEqual([true, false]);
  });
});

describe('a failure', () => {
  const NOW = 1_000_000;
  const refusal = (status: number, code: number, retryMs: number | null = null) =>
    judge(new ApiError(status, code, '', retryMs), NOW);

  it.each([
    ['a session that ended waits for the sign-in', refusal(401, 4010), true, null],
    ['a suspended account waits', refusal(403, 4030), true, null],
    ['a lost connection waits', judge(new ConnectionError(null), NOW), true, null],
    ['a lock of the account holds all back', refusal(403, 4038), true, 'locked'],
    ['a full storage holds all back', refusal(403, 4012), true, 'full'],
    ['a page that is too old holds all back', refusal(426, 4261), true, 'update'],
    ['a rate limit waits for the person', refusal(429, 4029, 5000), true, 'wait'],
    ['too many sessions wait likewise', refusal(429, 4291, 5000), true, 'wait'],
    ['pressure on the storage fails the file', refusal(503, 5030, 5000), false, 'no_space'],
    ['uploads that are switched off fail it, too', refusal(503, 5031), false, 'no_space'],
    ['a failing service holds all back', refusal(500, 1000), true, 'down'],
    ['a proxy that finds none does, too', refusal(502, 0), true, 'down'],
    ['a service that cannot process one file fails it alone', refusal(500, 1003), false, null],
    ['an image that is refused fails alone', refusal(422, 3010), false, null],
    ['a bad file fails alone', judge(new PrepareError('animated', ''), NOW), false, null],
    ['anything else fails alone', judge(new Error('bug'), NOW), false, null],
  ])('%s', (_, verdict, isReleased, reason) => {
    expect([verdict.isReleased, verdict.blocker?.reason ?? null]).toEqual([isReleased, reason]);
  });

  it('names the limit of the device where the device set it', () => {
    const limits = { maxPixels: 26_000_000, maxSidePixels: Infinity };
    let refusal: unknown;
    try {
      demandFit({ width: 8000, height: 5000 }, limits);
    } catch (error) {
      refusal = error;
    }
    expect(judge(refusal, NOW).failure).toEqual({
      kind: 'unfit',
      code: 'too_many_pixels_for_device',
      deviceLimit: 26_000_000,
    });
    expect(judge(new PrepareError('too_many_pixels', ''), NOW).failure).not.toHaveProperty(
      'deviceLimit',
    );
  });

  it('blocks until the time that the service named, or until the person continues', () => {
    expect(refusal(429, 4029, 5000).blocker?.pausedUntil).toBe(NOW + 5000);
    expect(refusal(403, 4012).blocker?.pausedUntil).toBe(null);
    expect(refusal(502, 0).blocker?.pausedUntil).toBe(NOW + 30_000);
    expect(refusal(503, 1001, 10_000).blocker?.pausedUntil).toBe(NOW + 30_000);
    expect(refusal(503, 0, 600_000).blocker?.pausedUntil).toBe(NOW + 600_000);
    expect(refusal(429, 4029, 5000).failure).toMatchObject({ code: 4029, retryAt: NOW + 5000 });
  });

  it('is worth a retry unless the file itself is at fault', () => {
    const tried = [
      new PrepareError('animated', ''),
      new PrepareError('codec_unavailable', ''),
      new ApiError(415, 3003, '', null),
      new ApiError(429, 4029, '', null),
      new UploadError('failed', '', 3010),
      new UploadError('publication_timeout', ''),
      new Error('bug'),
    ].map((error) => isWorthRetrying(judge(error, NOW).failure));
    expect(tried).toEqual([false, true, false, true, false, true, true]);
  });
});

describe('the queue as a whole', () => {
  it('counts its items and those that would be lost with the page', () => {
    const items = [
      item('done'),
      item('failed', { progress: 0.3 }),
      item('preparing', { progress: 0.5 }),
      item('paused', { isKept: false }),
      item('missing', { isKept: false }),
      item('duplicate'),
    ];
    expect(summarizeItems(items)).toEqual({
      total: 6,
      done: 1,
      failed: 1,
      retryable: 1,
      underWay: 1,
      running: 1,
      paused: 1,
      asking: 2,
      unkept: 1,
      left: 2.5,
      share: 1 - 2.5 / 6,
    });
    expect(summarizeItems([]).share).toBe(0);
  });

  it('never shows less progress while items are added, cleared and retried, and reaches its end', () => {
    const half = item('preparing', { progress: 0.5 });
    const steps = [
      [item('done'), item('failed'), item('done'), half],
      // Cleared.
      [item('failed'), half],
      // Tried again, and given more.
      [item('waiting'), half, item('waiting')],
      [item('waiting', { progress: 0.75 }), half, item('waiting')],
      [item('done'), item('done'), item('publishing', { progress: 0.9 })],
      [item('done'), item('done'), item('done')],
      // The next run.
      [item('done'), item('done'), item('done'), item('waiting')],
    ];
    let before: ReturnType<typeof summarizeItems> | null = null;
    const shares = steps.map((items) => (before = summarizeItems(items, before)).share);
    const [, , held = 0, gained = 0, late = 0] = shares;
    expect(shares.slice(0, 3)).toEqual([0.875, 0.875, 0.875]);
    expect(gained).toBeCloseTo(1 - 0.125 * (1.75 / 2.5));
    expect([gained > held, late > gained, late < 1]).toEqual([true, true, true]);
    expect(shares.slice(5)).toEqual([1, 0.75]);
  });

  it('shows on every page while it works, and while items have failed or need an answer', () => {
    const stand = (isPaused: boolean, ...states: (keyof typeof STATES)[]) =>
      findStanding(summarizeItems(states.map((state) => item(state))), isPaused);
    const standing = (...states: (keyof typeof STATES)[]) => stand(false, ...states);
    expect([standing('preparing', 'failed'), standing('paused')]).toEqual(['working', 'working']);
    expect([standing('done', 'failed'), standing('duplicate'), standing('missing')]).toEqual(
      Array(3).fill('asking'),
    );
    expect([standing('done'), standing()]).toEqual([null, null]);
    expect([stand(true, 'waiting'), stand(true, 'failed'), stand(true)]).toEqual([
      'paused',
      'asking',
      null,
    ]);
  });

  it('is announced to screen readers file by file, or in tenths of many', () => {
    const told = (total: number) =>
      Array.from({ length: total + 1 }, (_, done) => done).filter((done) =>
        isMilestone(done, total),
      );
    expect(told(4)).toEqual([1, 2, 3, 4]);
    expect(told(1000)).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]);
  });

  it('estimates the time left from the last minute, once that is long enough', () => {
    const forecast = new EtaEstimator();
    expect(forecast.timeLeftMs(10, 0)).toBe(null);
    forecast.add(0.5, 0);
    forecast.add(1, 2000);
    expect(forecast.timeLeftMs(10, 2000)).toBe(null);
    forecast.add(1, 4000);
    expect(forecast.timeLeftMs(10, 4000)).toBe(20_000);
    forecast.add(1, 100_000);
    expect(forecast.timeLeftMs(10, 100_000)).toBe(null);
  });
});

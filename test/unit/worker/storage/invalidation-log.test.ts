import { describe, expect, it } from 'vitest';
import type { ImageRecord } from '../../../../src/worker/storage/edge-cache.ts';
import { shardOf, lastChangePath, tombstonePath } from '../../../../src/worker/storage/keys.ts';
import {
  BYTES,
  createDataCentre,
  createIsolate,
  LIFE_MS,
  LINK,
  LOOK_MS,
  MARK,
  setUp,
  SIBLING,
  STRANGER,
} from '../../../support/data-centre.ts';

const LAST = lastChangePath(shardOf(LINK));

describe('without marks,', () => {
  it('a purge of an epoch empties memory of its links in every data centre', async () => {
    const { here, entries, clock } = setUp();
    for (const link of [LINK, STRANGER]) await here.view(link);
    entries.clear();
    clock.at += LOOK_MS;
    expect((await here.find()).image).toBeNull();
    await here.find('r00000000000');
    expect(here.recall(STRANGER)).toBe(false);
  });

  it('memory holds no longer than an epoch is trusted where the cache keeps nothing', async () => {
    const { here, there, state, clock } = setUp();
    state.isDeaf = true;
    expect(await there.view()).toBe(false);
    expect(await there.view()).toBe(true);
    await here.invalidate();
    expect(await there.view()).toBe(false);
    clock.at += LOOK_MS;
    expect(await there.view()).toBe(false);
  });

  it('memory takes nothing under an epoch that has been lost', async () => {
    const { here, there, state, clock } = setUp();
    state.isDeaf = true;
    const { lookup } = await there.find();
    await here.invalidate();
    clock.at += LOOK_MS;
    await there.find(SIBLING);
    await there.put(lookup);
    expect((await there.find()).image).toBeNull();
  });

  it('memory takes nothing under an epoch that was lost while the bytes were read', async () => {
    const { here, there, state, clock } = setUp();
    await here.view();
    const { lookup, image } = await there.find();
    if (image === null) throw new Error('the edge has no image');
    expect(there.publicCache.isWantedInMemory(lookup, BYTES.byteLength)).toBe(true);
    state.isDeaf = true;
    await here.invalidate();
    clock.at += LOOK_MS;
    await there.find(SIBLING);
    there.publicCache.putInMemory(lookup, { record: image.record, bytes: BYTES });
    expect((await there.find()).image).toBeNull();
  });

  it.each([
    ['the tombstone', tombstonePath(LINK), 1],
    ['the epoch', MARK, 1],
    ['the epoch, again and again', MARK, 9],
  ])('a change whose mark does not arrive (%s) is published again', async (_, path, failures) => {
    const { here, there, state } = setUp();
    await there.view();
    let left = failures;
    state.hold = async (put) => {
      if (put !== path || left === 0) return;
      left -= 1;
      throw new Error('put failed');
    };
    await here.invalidate();
    expect((await there.find()).image).toBeNull();
  });

  it.each([
    ['the tombstone', tombstonePath(LINK)],
    ['the last change', LAST],
    ['the epoch', MARK],
  ])('a change whose mark does not stay (%s) is published again', async (_, path) => {
    const { here, entries, clock } = setUp();
    const { wait } = clock;
    clock.wait = async (ms) => {
      entries.delete(path);
      clock.wait = wait;
      await wait(ms);
    };
    await here.invalidate();
    expect(entries.has(path)).toBe(true);
  });

  it.each(['memory', 'the edge'])(
    'an unreadable tombstone (%s) counts as a change',
    async (tier) => {
      const { here, there, state } = setUp();
      const { lookup } = await there.find();
      if (tier === 'memory') await there.put(lookup);
      await here.invalidate();
      if (tier === 'the edge') await there.put(lookup);
      for (const failing of [[tombstonePath(LINK)], []]) {
        state.failing = failing;
        expect((await there.find()).image).toBeNull();
      }
    },
  );

  describe.each([
    ['for ten minutes', LIFE_MS],
    ['for no time', 0],
  ])('when caches may hold an image %s,', (_, lifeMs) => {
    it.each([
      ['the epoch and its last change', [MARK, LAST]],
      ['any mark', [MARK, LAST, tombstonePath(LINK)]],
      ['the epoch', [MARK]],
      ['the last change', [LAST]],
      ['nothing', []],
    ])('an isolate that fails to read %s asks the primary', async (__, failing) => {
      const { centre, here, state } = setUp();
      await here.invalidate();
      state.failing = failing;
      const { publicCache, find } = createIsolate(centre, 0, lifeMs);
      expect(await publicCache.isChanged((await find()).lookup)).toBe(true);
    });

    it('an isolate without any mark asks the primary', async () => {
      const { centre, here, entries } = setUp();
      const { publicCache, find } = createIsolate(centre, 0, lifeMs);
      await find();
      await here.invalidate();
      for (const path of [MARK, LAST]) entries.delete(path);
      expect(await publicCache.isChanged((await find()).lookup)).toBe(true);
    });
  });

  it('an epoch written before a change does not hide it by arriving after it', async () => {
    const { here, there, centre, state, clock } = setUp();
    const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>();
    const { promise: isOnItsWay, resolve: reach } = Promise.withResolvers<void>();
    let isFirst = true;
    state.hold = async (path) => {
      if (path !== MARK || !isFirst) return;
      isFirst = false;
      reach();
      await arrives;
    };
    const first = there.find();
    await isOnItsWay;
    await here.invalidate();
    arrive();
    await first;
    clock.at += LOOK_MS;
    for (const isolate of [here, there, createIsolate(centre)]) {
      const { lookup } = await isolate.find();
      expect(await isolate.publicCache.isChanged(lookup)).toBe(true);
    }
  });

  it('an isolate whose epoch was purged still asks the primary about a recent change', async () => {
    const { here, there, entries } = setUp();
    await here.invalidate();
    entries.delete(MARK);
    const { lookup } = await there.find();
    expect(await there.publicCache.isChanged(lookup)).toBe(true);
  });

  it('a failing cache counts as empty, and undoes no change', async () => {
    const centre = createDataCentre();
    const fail = async () => Promise.reject(new Error('cache is down'));
    Object.assign(centre.cache, { match: fail, put: fail, delete: fail });
    const here = createIsolate(centre);
    const { lookup, image } = await here.find();
    expect(image).toBeNull();
    here.publicCache.putInMemory(lookup, {
      record: { readAt: lookup.startedAt } as ImageRecord,
      bytes: BYTES,
    });
    await here.invalidate();
    expect((await here.find()).image).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import {
  cachePath,
  shardOf,
  lastChangePath,
  tombstonePath,
} from '../../../../src/worker/storage/keys.ts';
import {
  BYTES,
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

describe('while nothing changes,', () => {
  it('memory answers for the rest of ten minutes, and reads only the epoch', async () => {
    const { here, clock } = setUp();
    await here.view();
    await here.view(SIBLING);
    for (const at of [LOOK_MS, LIFE_MS / 2, LIFE_MS - 1000]) {
      clock.at = 1_000_000_000 + at;
      expect(await here.asks(() => here.view())).toEqual([MARK]);
      expect(await here.asks(() => Promise.all([here.view(), here.view(SIBLING)]))).toEqual([]);
    }
    clock.at = 1_000_000_000 + LIFE_MS;
    expect(await here.view()).toBe(false);
  });

  it('a miss in memory costs one lookup, whatever the data centre has', async () => {
    const { here, there } = setUp();
    await here.view();
    await there.view(SIBLING);
    const path = cachePath(LINK, 'publish');
    expect(await there.asks(() => there.view())).toEqual([path]);
    expect(await there.asks(() => there.find('q00000000000'))).toHaveLength(1);
  });

  it('the record of an image at the edge is parsed once', async () => {
    const { here, there } = setUp();
    await there.view();
    const first = await here.find();
    const second = await here.find();
    expect(first.image?.record).toMatchObject({ size: BYTES.byteLength });
    expect(second.image?.record).toBe(first.image?.record);
  });

  it('memory keeps the images asked for most, and does not take others', async () => {
    const { centre } = setUp();
    const small = createIsolate(centre, 3 * (2048 + BYTES.byteLength));
    const links = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(12));
    const [rare = ''] = links;
    for (const link of links) await small.view(link);
    for (let time = 0; time < 3; time += 1)
      for (const link of links) if (link !== rare) await small.view(link);
    const isHeld = (link: string) => small.recall(link);
    expect(links.map(isHeld)).toEqual([false, true, true, true]);
    await small.view(rare);
    expect(links.map(isHeld)).toEqual([false, true, true, true]);
    for (let time = 0; time < 9; time += 1) await small.view(rare);
    expect(isHeld(rare)).toBe(true);
    expect(links.filter(isHeld)).toHaveLength(3);
  });

  it('memory keeps less once codecs run in the isolate, and never more than before', async () => {
    const { centre } = setUp();
    const links = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(12));
    for (const [bytes, kept] of [
      [1_000_000, 2],
      [2048 + BYTES.byteLength, 1],
    ] as const) {
      const isolate = createIsolate(centre, bytes);
      isolate.publicCache.makeRoomForCodecs();
      for (const link of links) await isolate.view(link);
      expect(links.filter((link) => isolate.recall(link))).toHaveLength(kept);
    }
  });

  it('fewer records of images at the edge are remembered once codecs run', async () => {
    const { centre, there, clock } = setUp();
    const here = createIsolate(centre, 0);
    const links = Array.from({ length: 1100 }, (_, at) => `a${String(at).padStart(11, '0')}`);
    const read = async (link = '') => (await here.find(link)).image?.record;
    const records = [];
    for (const link of links) {
      await there.view(link);
      records.push(await read(link));
      clock.at += 1;
    }
    expect(await read(links[0])).toBe(records[0]);
    here.publicCache.makeRoomForCodecs();
    expect(await read(links.at(-1))).toBe(records.at(-1));
    expect(await read(links[1])).toEqual(records[1]);
    expect(await read(links[2])).not.toBe(records[2]);
  });

  it('memory answers with an image that another request stored during the lookup', async () => {
    const { here } = setUp();
    const { lookup } = await here.find();
    const found = here.find();
    await Promise.all([here.put(lookup), found]);
    expect((await found).image).toMatchObject({ bytes: BYTES });
  });

  it('a busy isolate never makes a view wait for the epoch', async () => {
    const { here, clock } = setUp();
    await here.view();
    for (let elapsedMs = 0; elapsedMs < 10 * LOOK_MS; elapsedMs += 10) {
      clock.at += 10;
      expect(here.recall()).toBe(true);
      await new Promise(setImmediate);
    }
  });

  it('the epoch is refreshed in the background, by one request for all', async () => {
    const { here, clock, state } = setUp();
    await here.view();
    clock.at += 0.8 * LOOK_MS;
    state.asked = [];
    const work: Promise<unknown>[] = [];
    const path = cachePath(LINK, 'publish');
    for (let view = 0; view < 5; view += 1) {
      here.publicCache.getFromMemory(path, clock.now(), (look) => void work.push(look));
    }
    expect(state.asked).toEqual([MARK]);
    await Promise.all(work);
    clock.at += 0.8 * LOOK_MS;
    expect(here.recall()).toBe(true);
  });

  it('the epoch is refreshed also for images that memory does not hold', async () => {
    const { here, there, clock, state } = setUp();
    await there.view();
    await here.find();
    clock.at += 0.8 * LOOK_MS;
    state.asked = [];
    const work: Promise<unknown>[] = [];
    const path = cachePath(LINK, 'publish');
    const find = () =>
      here.publicCache.get(LINK, path, clock.now(), (look) => void work.push(look));
    await Promise.all([find(), find()]);
    expect(state.asked.toSorted()).toEqual([MARK, path, path].toSorted());
    await Promise.all(work);
    clock.at += 0.5 * LOOK_MS;
    expect(await here.asks(() => here.find())).toEqual([path]);
  });
});

describe('a change', () => {
  it('reaches an isolate whose clock was put back no later than others', async () => {
    const { centre, here } = setUp();
    const clock = { ...centre.clock, now: () => clock.at };
    const there = createIsolate({ ...centre, clock });
    await there.view();
    clock.at -= 4000;
    await here.invalidate();
    expect(there.recall()).toBe(false);
    expect((await there.find()).image).toBeNull();
    // It reads the epoch no more often than before.
    clock.at += LOOK_MS / 2;
    expect(await there.asks(() => there.find())).not.toContain(MARK);
  });

  it('reaches the memory of other isolates before its answer', async () => {
    const { here, there } = setUp();
    await Promise.all([here.view(), there.view()]);
    await here.invalidate();
    for (const isolate of [here, there]) {
      expect(isolate.recall()).toBe(false);
      expect((await isolate.find()).image).toBeNull();
    }
  });

  it('costs images of its epoch one read of their tombstone, and others nothing', async () => {
    const { here, there } = setUp();
    for (const link of [LINK, SIBLING, STRANGER]) await there.view(link);
    await here.invalidate();
    await there.find(STRANGER);
    expect(await there.asks(() => there.view(SIBLING))).toEqual([
      MARK,
      LAST,
      tombstonePath(SIBLING),
    ]);
    expect(there.recall(SIBLING)).toBe(true);
    expect(there.recall(STRANGER)).toBe(true);
  });

  it('costs an image at the edge one read of its tombstone per isolate, not per view', async () => {
    const { here, there } = setUp();
    await there.view(SIBLING);
    await here.invalidate();
    const path = cachePath(SIBLING, 'publish');
    expect(await here.asks(() => here.find(SIBLING))).toEqual([
      MARK,
      path,
      LAST,
      tombstonePath(SIBLING),
    ]);
    expect(await here.asks(() => here.find(SIBLING))).toEqual([path]);
    await there.invalidate(SIBLING);
    expect((await here.find(SIBLING)).image).toBeNull();
  });

  it.each(['before the change', 'after it'])(
    'keeps out an image that was read before it and stored %s',
    async (moment) => {
      const { here, there } = setUp();
      const { lookup } = await there.find();
      if (moment === 'before the change') await there.put(lookup);
      await here.invalidate();
      if (moment === 'after it') await there.put(lookup);
      for (const isolate of [here, there]) {
        expect(isolate.recall()).toBe(false);
        expect((await isolate.find()).image).toBeNull();
      }
    },
  );

  it('lets images read after it be cached immediately', async () => {
    const { here, there } = setUp();
    await here.invalidate();
    expect(await there.view()).toBe(false);
    expect(there.recall()).toBe(true);
    expect(await here.asks(() => here.view())).toEqual([MARK, cachePath(LINK, 'publish'), LAST]);
  });

  it('sends lookups of the changed row to the primary, and no others', async () => {
    const { here, there } = setUp();
    await there.find(STRANGER);
    await here.invalidate();
    for (const link of [LINK, SIBLING, STRANGER]) {
      const { lookup } = await there.find(link);
      expect(await there.publicCache.isChanged(lookup)).toBe(link === LINK);
    }
  });

  it("is published again when another change's mark took its place", async () => {
    const { here, there, entries } = setUp();
    await there.view();
    const { publicCache } = here;
    const invalidate = publicCache.invalidate.bind(publicCache);
    let told = 0;
    publicCache.invalidate = async (...args) => {
      const isTold = await invalidate(...args);
      told += 1;
      // Another isolate found no epoch, and its write was under way.
      const headers = new Headers();
      if (told === 1)
        entries.set(MARK, { body: new TextEncoder().encode('other 0').buffer, headers });
      return isTold;
    };
    await here.invalidate();
    expect(told).toBe(2);
    const { lookup } = await there.find();
    expect(await there.publicCache.isChanged(lookup)).toBe(true);
  });

  it('counts here only once its mark is in the cache: an image read before is not taken for newer', async () => {
    const { here, there, state } = setUp();
    await Promise.all([here.view(SIBLING), there.view(SIBLING)]);
    const { promise: isOnItsWay, resolve: reach } = Promise.withResolvers<void>();
    const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>();
    let isFirst = true;
    state.hold = async (path) => {
      if (path !== MARK || !isFirst) return;
      isFirst = false;
      reach();
      await arrives;
    };
    const change = here.invalidate();
    await isOnItsWay;
    // Read before the other change is committed, and put after both.
    const { lookup } = await here.find(SIBLING);
    await there.invalidate(SIBLING);
    arrive();
    await change;
    await here.put(lookup);
    expect((await there.find(SIBLING)).image).toBeNull();
    expect((await here.find(SIBLING)).image).toBeNull();
  });
});

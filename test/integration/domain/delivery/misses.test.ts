import { describe, expect, it, vi } from 'vitest';
import { publishImage } from '../../../../src/worker/domain/publication/publish-image.ts';
import { newUniqueLink } from '../../../../src/shared/ids.ts';
import { seedProcessingImage, seedPublishedImage } from '../../../support/images.ts';
import {
  callsAt,
  countInto,
  InjectedFault,
  type Interceptor,
  type Tally,
} from '../../../support/instrument.ts';
import { registerAndLogin } from '../../../support/people.ts';
import { restoreAs, trashAs } from '../../../support/trash-api.ts';
import {
  createTestWorker,
  TestClock,
  type TestWorker,
  type TestWorkerOptions,
} from '../../../support/worker.ts';

const MOMENT_MS = 3000;
const FLOODER = '203.0.113.7';

interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const setUp = async (vars: TestWorkerOptions['vars'] = {}) => {
  const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
  const worker = createTestWorker({
    vars: { COUNTER_GATHER_MS: '1', ...vars },
    intercept: countInto(tally),
  });
  await worker.fetch('/ready');
  /** Counts a request's operations on database, bucket and sessions. */
  const costOf = async (
    path: string,
    init: Asking = {},
    address = FLOODER,
  ): Promise<{ status: number; d1: number; r2: number; sessions: number; headers: Headers }> => {
    for (const name of Object.keys(tally.calls)) delete tally.calls[name];
    const headers = { 'CF-Connecting-IP': address, ...init.headers };
    const response = await worker.fetch(path, { ...init, headers });
    await response.arrayBuffer();
    return {
      status: response.status,
      d1: callsAt(tally, 'DB'),
      r2: callsAt(tally, 'BUCKET'),
      sessions: callsAt(tally, 'USER_SESSIONS'),
      headers: response.headers,
    };
  };
  return { worker, costOf };
};

const statusOf = async (worker: TestWorker, path: string): Promise<number> => {
  const response = await worker.fetch(path);
  await response.arrayBuffer();
  await worker.settle();
  return response.status;
};

const FREE = { d1: 0, r2: 0, sessions: 0 };

describe('an unknown link', () => {
  it('reaches the database once in a moment, whatever form requests it', async () => {
    const { worker, costOf } = await setUp();
    const link = newUniqueLink();
    const path = `/i/${link}.webp`;
    expect(await costOf(path)).toMatchObject({ status: 404, d1: 2, r2: 1 });
    const ways: readonly [string, Asking][] = [
      [path, {}],
      [`${path}?a=b`, {}],
      [`/i/${link}/publish.webp`, { method: 'HEAD' }],
      [path, { headers: { Range: 'bytes=0-1' } }],
      [path, { headers: { 'If-None-Match': '*' } }],
      [`/i/${link}`, {}],
      [`/i/${link}S.webp`, {}],
      [`/i/${link}S.webp`, { headers: { 'X-Image-Token': 'junk' } }],
    ];
    for (const [way, init] of ways) {
      expect(await costOf(way, init), way).toMatchObject({ status: 404, ...FREE });
    }
    worker.clock.advance(MOMENT_MS - 1);
    expect(await costOf(path)).toMatchObject({ status: 404, ...FREE });
    worker.clock.advance(1);
    expect(await costOf(path)).toMatchObject({ status: 404, d1: 2 });
  });

  it('gets the same response from memory as from the database', async () => {
    const { worker } = await setUp();
    const path = `/i/${newUniqueLink()}.webp`;
    const wordsOf = async () => {
      const response = await worker.fetch(path);
      const { code, message } = await response.json<{ code: number; message: string }>();
      const { status, headers } = response;
      return { status, code, message, kept: headers.get('Cache-Control'), n: [...headers.keys()] };
    };
    expect(await wordsOf()).toEqual(await wordsOf());
  });

  it('resolves once this isolate has published its image', async () => {
    const { worker } = await setUp();
    const { uniqueLink, jobId } = await seedProcessingImage(worker);
    const paths = ['', '.webp', '/gallery.webp'].map((name) => `/i/${uniqueLink}${name}`);
    for (const path of paths) expect(await statusOf(worker, path)).toBe(404);
    expect(await publishImage(worker.services, jobId)).toEqual({ outcome: 'published' });
    expect(await Promise.all(paths.map((path) => statusOf(worker, path)))).toEqual([301, 200, 200]);
  });

  it('resolves soon after another isolate has published its image', async () => {
    const clock = new TestClock();
    const here = createTestWorker({ clock });
    const there = createTestWorker({ clock });
    const { uniqueLink, jobId } = await seedProcessingImage(here);
    const path = `/i/${uniqueLink}.webp`;
    expect(await statusOf(there, path)).toBe(404);
    expect(await publishImage(here.services, jobId)).toEqual({ outcome: 'published' });
    expect(await statusOf(here, path)).toBe(200);
    clock.advance(MOMENT_MS);
    expect(await statusOf(there, path)).toBe(200);
  });

  it('resolves immediately in an isolate that has not served it before', async () => {
    const clock = new TestClock();
    const here = createTestWorker({ clock });
    const { uniqueLink, jobId } = await seedProcessingImage(here);
    await publishImage(here.services, jobId);
    expect(await statusOf(createTestWorker({ clock }), `/i/${uniqueLink}.webp`)).toBe(200);
  });

  it('resolves at once where its image is restored from the trash, and soon in other isolates', async () => {
    const clock = new TestClock();
    const [here, there] = [createTestWorker({ clock }), createTestWorker({ clock })];
    const owner = await registerAndLogin(here);
    const { imageId, uniqueLink } = await seedPublishedImage(here, { userId: owner.userId });
    const path = `/i/${uniqueLink}.webp`;
    const bothSay = async () => [await statusOf(here, path), await statusOf(there, path)];
    await trashAs(here, owner, imageId);
    expect(await bothSay()).toEqual([404, 404]);
    await restoreAs(here, owner, [imageId]);
    expect(await bothSay()).toEqual([200, 404]);
    clock.advance(MOMENT_MS);
    expect(await bothSay()).toEqual([200, 200]);
  });

  it('is not remembered when its image is published during the lookup', async () => {
    let held: (() => void) | null = null;
    let isHolding = false;
    const intercept: Interceptor = async ({ binding, method }, proceed) => {
      const result = await proceed();
      if (isHolding && binding === 'DB' && method === 'all') {
        await new Promise<void>((resolve) => {
          held = resolve;
        });
      }
      return result;
    };
    const worker = createTestWorker({ intercept });
    const { uniqueLink, jobId } = await seedProcessingImage(worker);
    await worker.fetch('/ready');
    isHolding = true;
    const early = statusOf(worker, `/i/${uniqueLink}`);
    await expect.poll(() => held).not.toBeNull();
    isHolding = false;
    await publishImage(worker.services, jobId);
    (held as (() => void) | null)?.();
    expect(await early).toBe(404);
    expect(await statusOf(worker, `/i/${uniqueLink}.webp`)).toBe(200);
  });

  it.each(['', 'S'])(
    'that was under its other alias is refused at once after a view of <link>%s.webp has missed it',
    async (mark) => {
      const { worker, costOf } = await setUp();
      const { uniqueLink, imageId } = await seedPublishedImage(worker, { visibility: 'private' });
      const path = `/i/${uniqueLink}.webp`;
      expect((await costOf(path)).status).toBe(404);
      await worker.env.DB.prepare('DELETE FROM images WHERE id = ?').bind(imageId).run();
      worker.clock.advance(worker.services.config.CHANGE_LOOK_TTL_MS);
      expect((await costOf(`/i/${uniqueLink}${mark}.webp`)).d1).toBeGreaterThan(0);
      const since = worker.clock.now();
      for (let view = 0; view < 3; view += 1) {
        expect(await costOf(path)).toMatchObject({ status: 404, ...FREE });
      }
      expect(worker.clock.now()).toBe(since);
    },
  );

  it('does not include one under the other alias for longer than the time of a change', async () => {
    const { worker, costOf } = await setUp();
    const { uniqueLink } = await seedPublishedImage(worker, { visibility: 'private' });
    for (let view = 0; view < 2; view += 1) {
      expect((await costOf(`/i/${uniqueLink}.webp`)).d1).toBeGreaterThan(0);
      worker.clock.advance(worker.services.config.CHANGE_LOOK_TTL_MS);
    }
    await worker.env.DB.prepare("UPDATE images SET visibility = 'public' WHERE unique_link = ?")
      .bind(uniqueLink)
      .run();
    expect((await costOf(`/i/${uniqueLink}.webp`)).status).toBe(200);
  });
});

describe('a link under its other alias', () => {
  it('keeps nobody waiting while its row cannot be read', async () => {
    let isBroken = false;
    const worker = createTestWorker({
      intercept: async ({ binding }, proceed) => {
        if (isBroken && binding === 'DB') throw new InjectedFault();
        return proceed();
      },
    });
    const { uniqueLink } = await seedPublishedImage(worker, { visibility: 'private' });
    const path = `/i/${uniqueLink}.webp`;
    expect(await statusOf(worker, path)).toBe(404);
    worker.clock.advance(worker.services.config.CHANGE_LOOK_TTL_MS);
    isBroken = true;
    vi.spyOn(console, 'error').mockReturnValue();
    const since = worker.clock.now();
    for (let view = 0; view < 3; view += 1) expect(await statusOf(worker, path)).toBe(500);
    expect(worker.clock.now()).toBe(since);
  });
});

describe('a flood of unknown links from one address', () => {
  const VARS = { LINK_MISSES_PER_IP: '5', LINK_MISS_WINDOW_MS: '10000' };
  const unknown = (): string => `/i/${newUniqueLink()}.webp`;

  it('is throttled before the database, with Retry-After', async () => {
    const { worker, costOf } = await setUp(VARS);
    for (let miss = 0; miss < 5; miss += 1) expect((await costOf(unknown())).status).toBe(404);
    const ways = [unknown(), `/i/${newUniqueLink()}`, `/i/${newUniqueLink()}S/gallery.webp`];
    for (const path of ways) {
      const refused = await costOf(path);
      expect(refused, path).toMatchObject({ status: 429, ...FREE });
      expect(refused.headers.get('Retry-After')).toBe('2');
      expect(refused.headers.get('Cache-Control')).toBe('no-store');
    }
    const response = await worker.fetch(unknown(), { headers: { 'CF-Connecting-IP': FLOODER } });
    expect(await response.json()).toMatchObject({ code: 4029 });
    worker.clock.advance(2000);
    expect((await costOf(unknown())).status).toBe(404);
    expect((await costOf(unknown())).status).toBe(429);
  });

  it('keeps nobody waiting for a link that has become public again', async () => {
    const { worker, costOf } = await setUp(VARS);
    const { uniqueLink } = await seedPublishedImage(worker, { visibility: 'private' });
    const path = `/i/${uniqueLink}.webp`;
    for (let miss = 0; miss < 5; miss += 1) {
      worker.clock.advance(worker.services.config.CHANGE_LOOK_TTL_MS);
      expect((await costOf(path)).status).toBe(404);
    }
    await worker.env.DB.prepare("UPDATE images SET visibility = 'public'").run();
    worker.clock.advance(worker.services.config.CHANGE_LOOK_TTL_MS);
    const since = worker.clock.now();
    expect((await costOf(path)).status).toBe(429);
    expect((await costOf(path, {}, '203.0.113.8')).status).toBe(200);
    expect(worker.clock.now()).toBe(since);
  });

  it('is throttled even when all requests arrive together', async () => {
    const { worker, costOf } = await setUp(VARS);
    expect((await costOf(unknown())).status).toBe(404);
    const headers = { 'CF-Connecting-IP': FLOODER };
    const wave = await Promise.all(
      Array.from({ length: 50 }, async () => (await worker.fetch(unknown(), { headers })).status),
    );
    expect(wave.filter((status) => status === 404)).toHaveLength(4);
    expect(wave.filter((status) => status === 429)).toHaveLength(46);
  });

  it('does not include lookups in a failing database', async () => {
    let isBroken = false;
    const worker = createTestWorker({
      vars: VARS,
      intercept: async ({ binding }, proceed) => {
        if (isBroken && binding === 'DB') throw new InjectedFault();
        return proceed();
      },
    });
    expect(await statusOf(worker, unknown())).toBe(404);
    isBroken = true;
    vi.spyOn(console, 'error').mockReturnValue();
    for (const tail of ['.webp', '', 'S.webp', '.webp', '', 'S.webp']) {
      expect(await statusOf(worker, `/i/${newUniqueLink()}${tail}`)).toBe(500);
    }
    isBroken = false;
    for (let miss = 0; miss < 4; miss += 1) expect(await statusOf(worker, unknown())).toBe(404);
    expect(await statusOf(worker, unknown())).toBe(429);
  });

  it('throttles only its own network: the /64 of an IPv6 address', async () => {
    const { costOf } = await setUp(VARS);
    for (let miss = 0; miss < 5; miss += 1) await costOf(unknown(), {}, `2001:db8:1:2::${miss}`);
    expect((await costOf(unknown(), {}, '2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await costOf(unknown(), {}, '2001:db8:1:3::1')).status).toBe(404);
    expect((await costOf(unknown())).status).toBe(404);
  });

  it('is still served from the caches', async () => {
    for (const vars of [{}, { MEMORY_CACHE_ENTRY_BYTES: '0' }]) {
      const { worker, costOf } = await setUp({ ...VARS, ...vars });
      const path = `/i/${(await seedPublishedImage(worker)).uniqueLink}.webp`;
      expect((await costOf(path, {}, '203.0.113.8')).status).toBe(200);
      await worker.settle();
      for (let miss = 0; miss < 6; miss += 1) await costOf(unknown());
      expect(await costOf(path)).toMatchObject({ status: 200, ...FREE });
    }
  });

  it('does not include existing images or one broken link', async () => {
    const { worker, costOf } = await setUp(VARS);
    const owner = await registerAndLogin(worker);
    const broken = unknown();
    for (let view = 0; view < 15; view += 1) {
      const visibility = view % 2 === 0 ? 'public' : 'private';
      const image = await seedPublishedImage(worker, { userId: owner.userId, visibility });
      const path = `/i/${image.uniqueLink}${visibility === 'public' ? '' : 'S'}.webp`;
      const headers = { Authorization: `Bearer ${owner.bearer}` };
      expect((await costOf(path, { headers })).status).toBe(200);
      expect((await costOf(broken)).status).toBe(404);
    }
  });
});

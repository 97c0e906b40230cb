import { runDurableObjectAlarm } from 'cloudflare:test';
import { beforeAll, describe, expect, it } from 'vitest';
import { inspectSource } from '../../../../src/imaging/source/inspect-source.ts';
import type { ImageType } from '../../../../src/imaging/sniff.ts';
import { RENDITION_FORMATS, RENDITION_WIDTHS } from '../../../../src/shared/renditions.ts';
import { encodeHead } from '../../../../src/worker/durable/transformer/frames.ts';
import { call } from '../../../support/api-call.ts';
import { WEBP } from '../../../support/fixtures.ts';
import { callsAt, countInto, type Tally } from '../../../support/instrument.ts';
import { convertImage, seedLegacyImage } from '../../../support/legacy-images.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import {
  awaitKept,
  MASTER_SIZE,
  PUBLISH_SIZE,
  renditionOf,
  RunningClock,
  seedWideImage,
} from '../../../support/renditions.ts';
import { readRows, statement } from '../../../support/sql.ts';
import { createTestWorker, TestClock, type TestWorker } from '../../../support/worker.ts';

const clock = new RunningClock();
const worker = createTestWorker({ clock, vars: { LINK_MISSES_PER_IP: '10000' } });
let owner: Person;

beforeAll(async () => {
  owner = await registerAndLogin(worker);
});

const get = async (path: string, headers: Record<string, string> = {}, at = worker) => {
  const response = await at.fetch(path, { headers });
  const bytes = new Uint8Array(await response.arrayBuffer());
  await at.settle();
  const { status } = response;
  const code =
    status < 400 ? 0 : (JSON.parse(new TextDecoder().decode(bytes)) as { code: number }).code;
  return { status, code, headers: response.headers, bytes };
};

const sizeOf = async ({ headers, bytes }: Awaited<ReturnType<typeof get>>) => {
  const { width, height } = await inspectSource(headers.get('Content-Type') as ImageType, bytes);
  return { width, height };
};

const seedPhoto = async (at: TestWorker, userId?: number, visibility?: 'private') => {
  const original = await convertImage(WEBP.lossy, 'image/jpeg', MASTER_SIZE);
  return seedLegacyImage(at, {
    original,
    size: MASTER_SIZE,
    ...(userId === undefined ? {} : { userId }),
    ...(visibility === undefined ? {} : { visibility }),
  });
};

describe('a rendition', () => {
  it.each(
    (['webp', 'avif', 'jpg', 'png'] as const).flatMap((extension) =>
      [1, 2].map((pipeline) => ({ extension, pipeline })),
    ),
  )('of pipeline $pipeline as .$extension has the width asked for', async (form) => {
    const { extension, pipeline } = form;
    const image = await (pipeline === 1 ? seedPhoto(worker) : seedWideImage(worker));
    const shown = await get(renditionOf(image, 160, extension));
    expect(shown.status).toBe(200);
    expect(await sizeOf(shown)).toEqual({ width: 160, height: 80 });
    expect(shown.headers.get('Content-Type')).toBe(RENDITION_FORMATS[extension]);
    expect(shown.headers.get('Content-Length')).toBe(String(shown.bytes.length));
    expect(shown.headers.get('Cache-Control')).toMatch(/^public, max-age=[56]\d\d, must-/u);
    expect(shown.headers.get('Content-Disposition')).toBe(
      `inline; filename=photograph.${extension}`,
    );
    expect(shown.headers.get('Content-Security-Policy')).toContain('sandbox');
    expect(shown.headers.get('Vary')).toBeNull();
  });

  it('is never enlarged, and all widths beyond the image are one file', async () => {
    const image = await seedWideImage(worker);
    const etags = new Set<string | null>();
    for (const width of RENDITION_WIDTHS.filter((one) => one > PUBLISH_SIZE.width)) {
      const shown = await get(renditionOf(image, width, 'jpg'));
      expect(await sizeOf(shown)).toEqual(PUBLISH_SIZE);
      etags.add(shown.headers.get('ETag'));
    }
    expect(etags.size).toBe(1);
    expect(await awaitKept(worker, image.uniqueLink)).toEqual(['full.jpg']);
  });

  it('of the image’s own width and type is the published file, and nothing is made', async () => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const own = createTestWorker({ intercept: countInto(tally) });
    const image = await seedWideImage(own);
    const published = await get(`/i/${image.uniqueLink}.webp`, {}, own);
    const shown = await get(renditionOf(image, 2560), {}, own);
    expect(shown.bytes).toEqual(published.bytes);
    expect(callsAt(tally, 'TRANSFORMER')).toBe(0);
  });

  it('is 4041 in other widths and formats, without any work', async () => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const own = createTestWorker({ intercept: countInto(tally) });
    const { uniqueLink } = await seedWideImage(own);
    await own.fetch('/ready');
    for (const name of Object.keys(tally.calls)) delete tally.calls[name];
    for (const path of [
      `161/${uniqueLink}.webp`,
      `0160/${uniqueLink}.webp`,
      `160/${uniqueLink}.gif`,
      `160/${uniqueLink}.jpeg`,
      `160/${uniqueLink}.AUTO`,
      `160/${uniqueLink}`,
      `${uniqueLink}.webp`,
      `160/${uniqueLink}/gallery.webp`,
      `160/${uniqueLink}SS.webp`,
      '',
    ]) {
      expect([path, (await get(`/r/${path}`, {}, own)).code]).toEqual([path, 4041]);
    }
    expect(tally.calls).toEqual({});
  });

  it('ignores a query', async () => {
    const image = await seedPhoto(worker);
    const plain = await get(renditionOf(image, 160));
    const asked = await get(`${renditionOf(image, 160)}?w=20&q=x&token=junk`);
    expect([asked.status, asked.bytes]).toEqual([200, plain.bytes]);
  });

  it('of a damaged original is 4041, and of all 4 formats', async () => {
    const bytes = new Uint8Array(400).fill(7);
    const image = await seedLegacyImage(worker, { original: { bytes, mimeType: 'image/jpeg' } });
    for (const extension of ['webp', 'avif', 'jpg', 'png', 'auto'] as const) {
      const shown = await get(renditionOf(image, 160, extension), { Accept: 'image/avif' });
      expect([shown.status, shown.code]).toEqual([404, 4041]);
    }
  });

  it.each(['image/jpeg', 'image/webp', 'image/png'] as const)(
    'of a damaged %s is shown or 4041, never a failure of the service',
    async (mimeType) => {
      const size = { width: 200, height: 100 };
      const { bytes } = await convertImage(WEBP.lossy, mimeType, size);
      for (let at = 2; at < bytes.length; at += Math.ceil(bytes.length / 20)) {
        const damaged = bytes.slice();
        damaged.fill(at, at, at + 3);
        const original = { bytes: damaged, mimeType };
        const image = await seedLegacyImage(worker, { original, size });
        const { status } = await get(renditionOf(image, 160));
        expect([200, 404]).toContain(status);
      }
    },
  );

  it('is 503 with code 1003 and Retry-After when the transformer has no place', async () => {
    const head = encodeHead({ outcome: 'busy', retryAfterSeconds: 7 });
    const busy = createTestWorker({
      intercept: async ({ binding }, proceed) =>
        binding === 'TRANSFORMER' ? new Blob([head]).stream() : proceed(),
    });
    const refused = await get(renditionOf(await seedWideImage(busy), 160), {}, busy);
    expect([refused.status, refused.code]).toEqual([503, 1003]);
    expect(refused.headers.get('Retry-After')).toBe('7');
  });

  it('is one job for all who ask for it together', async () => {
    const image = await seedWideImage(worker);
    const path = renditionOf(image, 320, 'png');
    const shown = await Promise.all(Array.from({ length: 20 }, () => get(path)));
    expect(new Set(shown.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await awaitKept(worker, image.uniqueLink)).toEqual(['320.png']);
  });

  it('counts a view if it is wider than 480 pixels', async () => {
    const own = createTestWorker({ vars: { COUNTER_GATHER_MS: '1', COUNTER_SHARDS: '1' } });
    const image = await seedPhoto(own);
    for (const width of [160, 320, 480]) await get(renditionOf(image, width), {}, own);
    for (let view = 0; view < 3; view += 1) await get(renditionOf(image, 640), {}, own);
    await get(renditionOf(image, 960, 'auto'), { Accept: 'image/webp' }, own);
    await (await own.fetch(renditionOf(image, 640), { method: 'HEAD' })).arrayBuffer();
    await own.settle();
    await runDurableObjectAlarm(own.env.COUNTERS.getByName('shard-0'));
    const { db } = own.services;
    const rows = await readRows(
      db,
      statement('SELECT view_count FROM images WHERE id = ?', image.imageId),
    );
    expect(rows).toEqual([{ view_count: 4 }]);
  });
});

describe('an .auto rendition', () => {
  it.each([
    ['image/avif,image/webp,*/*', 'image/avif'],
    ['image/webp,*/*;q=0.8', 'image/webp'],
    ['image/avif;q=0, IMAGE/WEBP ; q=0.5', 'image/webp'],
    ['image/*', 'image/jpeg'],
    ['*/*', 'image/jpeg'],
    ['', 'image/jpeg'],
  ])('is for Accept: %s an %s, whatever caches hold for others', async (accept, type) => {
    const image = await seedPhoto(worker);
    const path = renditionOf(image, 320, 'auto');
    for (const other of ['image/avif', 'image/webp', '']) await get(path, { Accept: other });
    for (let tier = 0; tier < 2; tier += 1) {
      const shown = await get(path, { Accept: accept });
      expect(shown.headers.get('Content-Type')).toBe(type);
      expect(shown.headers.get('Vary')).toBe('Accept');
      const etag = shown.headers.get('ETag') ?? '';
      const again = await get(path, { Accept: accept, 'If-None-Match': etag });
      expect([again.status, again.headers.get('Vary')]).toEqual([304, 'Accept']);
    }
  });

  it('beyond a megapixel is WebP for those who read AVIF', async () => {
    const size = { width: 1280, height: 1000 };
    const original = await convertImage(WEBP.lossy, 'image/jpeg', size);
    const image = await seedLegacyImage(worker, { original, size });
    const shown = await get(renditionOf(image, 1280, 'auto'), { Accept: 'image/avif,image/webp' });
    expect(shown.headers.get('Content-Type')).toBe('image/webp');
    const smaller = await get(renditionOf(image, 640, 'auto'), { Accept: 'image/avif' });
    expect(smaller.headers.get('Content-Type')).toBe('image/avif');
  });
});

describe('a private rendition', () => {
  const tokenOf = async (imageId: number): Promise<string> => {
    const path = `/images/${String(imageId)}/tokens`;
    return (await call<{ token: string }>(worker, owner, 'POST', path, {})).data.token;
  };

  it.each([1, 2])(
    'of pipeline %i is for its owner and its token, with no-store',
    async (version) => {
      const { userId } = owner;
      const image = await (version === 1
        ? seedPhoto(worker, userId, 'private')
        : seedWideImage(worker, { userId, visibility: 'private' }));
      const path = renditionOf(image, 160, 'webp', version === 1 ? '' : 'S');
      expect((await get(path)).code).toBe(4037);
      expect((await get(`${path}?token=junk`)).code).toBe(4037);
      const token = await tokenOf(image.imageId);
      for (const [shownPath, headers] of [
        [path, { Authorization: `Bearer ${owner.bearer}` }],
        [path, { Cookie: owner.headers['Cookie'] ?? '' }],
        [path, { 'X-Image-Token': token }],
        [path, { Authorization: `Bearer ${token}` }],
        [`${path}?token=${token}`, {}],
      ] as const) {
        const shown = await get(shownPath, headers);
        expect([shown.status, shown.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
        expect(shown.headers.get('Access-Control-Allow-Origin')).toBeNull();
        expect(await sizeOf(shown)).toEqual({ width: 160, height: 80 });
      }
      expect((await get(path)).code).toBe(4037);
      await call(worker, owner, 'DELETE', `/images/${String(image.imageId)}/tokens`);
      expect((await get(path, { 'X-Image-Token': token })).code).toBe(4042);
    },
  );

  it('is 4041 under its other alias, before and after each switch', async () => {
    const image = await seedWideImage(worker, { userId: owner.userId });
    const session = { Authorization: `Bearer ${owner.bearer}` };
    const [open, hidden] = [renditionOf(image, 160), renditionOf(image, 160, 'webp', 'S')];
    const change = (visibility: string) =>
      call(worker, owner, 'PATCH', `/images/${String(image.imageId)}/visibility`, { visibility });
    for (const [visibility, old, current] of [
      ['public', hidden, open],
      ['private', open, hidden],
      ['public', hidden, open],
    ] as const) {
      await change(visibility);
      expect((await get(old, session)).code).toBe(4041);
      expect((await get(current, session)).status).toBe(200);
    }
    await call(worker, owner, 'DELETE', `/images/${String(image.imageId)}`);
    for (const path of [open, hidden]) expect((await get(path, session)).code).toBe(4041);
  });

  it('is refused if its image becomes private while the rendition is made', async () => {
    let inTheMiddle: (() => Promise<unknown>) | null = null;
    const own = createTestWorker({
      intercept: async ({ binding }, proceed) => {
        const made = await proceed();
        if (binding === 'TRANSFORMER') await inTheMiddle?.();
        return made;
      },
    });
    const image = await seedWideImage(own, { userId: owner.userId });
    inTheMiddle = async () => {
      const path = `/images/${String(image.imageId)}/visibility`;
      await call(own, owner, 'PATCH', path, { visibility: 'private' });
      own.clock.advance(1);
    };
    expect((await get(renditionOf(image, 160), {}, own)).code).toBe(4041);
  });
});

describe('widths beyond the published image', () => {
  const wide = { width: 640, height: 320 };

  it('are for all who may see it once the account allows them, and end with that', async () => {
    const person = await registerAndLogin(worker);
    const allow = (isAllowed: boolean) =>
      call(worker, person, 'PATCH', '/user/sharing', { allow_full_size: isAllowed });
    const own = createTestWorker({ clock, vars: { PUBLIC_CACHE_TTL_MS: '0' } });
    const image = await seedWideImage(own, { userId: person.userId });
    const sizes = async () => [
      await sizeOf(await get(renditionOf(image, 640), {}, own)),
      await sizeOf(await get(renditionOf(image, 2560, 'jpg'), {}, own)),
    ];
    expect(await sizes()).toEqual([PUBLISH_SIZE, PUBLISH_SIZE]);
    await allow(true);
    expect(await sizes()).toEqual([wide, MASTER_SIZE]);
    await awaitKept(own, image.uniqueLink, 3);
    await allow(false);
    expect(await sizes()).toEqual([PUBLISH_SIZE, PUBLISH_SIZE]);
  });

  it('of a private image are for its owner, and not for a token', async () => {
    const image = await seedWideImage(worker, { userId: owner.userId, visibility: 'private' });
    const path = renditionOf(image, 640, 'webp', 'S');
    const session = { Authorization: `Bearer ${owner.bearer}` };
    expect(await sizeOf(await get(path, session))).toEqual(wide);
    const issued = await call<{ token: string }>(
      worker,
      owner,
      'POST',
      `/images/${String(image.imageId)}/tokens`,
      {},
    );
    const byToken = await get(path, { 'X-Image-Token': issued.data.token });
    expect(await sizeOf(byToken)).toEqual(PUBLISH_SIZE);
  });
});

describe('a rendition of an account with a list of sites', () => {
  it('is refused to pages of other sites, and varies by the page', async () => {
    const person = await registerAndLogin(worker);
    const image = await seedWideImage(worker, { userId: person.userId });
    await call(worker, person, 'PATCH', '/user/sharing', { allowed_sites: ['example.org'] });
    const path = renditionOf(image, 160, 'auto');
    for (let tier = 0; tier < 2; tier += 1) {
      const friend = await get(path, { Referer: 'https://www.example.org/', Accept: 'image/webp' });
      expect([friend.status, friend.headers.get('Vary')]).toEqual([200, 'Referer, Accept']);
      const foreign = await get(path, { Referer: 'https://other.example/', Accept: 'image/webp' });
      expect([foreign.status, foreign.code]).toEqual([403, 4030]);
    }
  });
});

describe('operations of a rendition', () => {
  const NOTHING = { d1: 0, r2: 0, kv: 0, sessions: 0, made: 0 };

  const setUp = async (vars: Record<string, string> = {}, ownClock: TestClock = clock) => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const own = createTestWorker({ clock: ownClock, vars, intercept: countInto(tally) });
    await own.fetch('/ready');
    const reset = (): void => {
      for (const name of Object.keys(tally.calls)) delete tally.calls[name];
    };
    const count = () => ({
      d1: callsAt(tally, 'DB'),
      r2: callsAt(tally, 'BUCKET'),
      kv: callsAt(tally, 'CACHE'),
      sessions: callsAt(tally, 'USER_SESSIONS'),
      made: callsAt(tally, 'TRANSFORMER'),
    });
    return { own, reset, count };
  };

  it('are one query beside one get when it is kept, and none when it is hot', async () => {
    for (const vars of [{}, { MEMORY_CACHE_ENTRY_BYTES: '0' }]) {
      const { own, reset, count } = await setUp(vars);
      for (const image of [await seedWideImage(own), await seedPhoto(own)]) {
        const path = renditionOf(image, 160);
        await get(path, {}, createTestWorker({ clock }));
        await awaitKept(own, image.uniqueLink);
        await own.services.publicCache.invalidate(
          { uniqueLink: image.uniqueLink, pipelineVersion: 2 },
          own.clock.now(),
        );
        reset();
        expect((await get(path, {}, own)).status).toBe(200);
        expect(count()).toEqual({ ...NOTHING, d1: 1, r2: 1 });
        reset();
        for (let view = 0; view < 5; view += 1) {
          expect((await get(path, {}, own)).status).toBe(200);
          const auto = renditionOf(image, 160, 'auto');
          expect((await get(auto, { Accept: 'image/webp' }, own)).status).toBe(200);
        }
        expect(count()).toEqual(NOTHING);
      }
    }
  });

  it('are one query, one get and one call to the transformer when it is made quickly', async () => {
    // A job of more than 250 ms is followed by another query.
    const { own, reset, count } = await setUp({}, new TestClock());
    const image = await seedWideImage(own);
    reset();
    await get(renditionOf(image, 160), {}, own);
    expect(count()).toEqual({ ...NOTHING, d1: 1, r2: 1, made: 1 });
  });

  it('are none to refuse an alias again, and later one query alone', async () => {
    const { own, reset, count } = await setUp();
    const image = await seedWideImage(own, { visibility: 'private' });
    expect((await get(renditionOf(image, 160), {}, own)).code).toBe(4041);
    reset();
    const refuse = async () => {
      expect((await get(renditionOf(image, 160), {}, own)).code).toBe(4041);
      expect((await get(renditionOf(image, 320, 'auto'), {}, own)).code).toBe(4041);
    };
    await refuse();
    expect(count()).toEqual(NOTHING);
    own.clock.advance(own.services.config.CHANGE_LOOK_TTL_MS);
    await refuse();
    expect(count()).toEqual({ ...NOTHING, d1: 1 });
  });

  it('are one query, beside one get, to refuse a stranger', async () => {
    const { own, reset, count } = await setUp();
    const image = await seedWideImage(own, { visibility: 'private' });
    reset();
    expect((await get(renditionOf(image, 160, 'webp', 'S'), {}, own)).code).toBe(4037);
    expect(count()).toEqual({ ...NOTHING, d1: 1, r2: 1 });
  });
});

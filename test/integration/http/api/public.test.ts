import { runDurableObjectAlarm } from 'cloudflare:test';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteImage } from '../../../../src/worker/domain/images/delete-image.ts';
import { publishImage } from '../../../../src/worker/domain/publication/publish-image.ts';
import { publishSiteFacts, readSiteFacts } from '../../../../src/worker/domain/site/read-facts.ts';
import { writeSettings } from '../../../../src/worker/domain/settings/write-settings.ts';
import { captchaVars } from '../../../support/captcha.ts';
import { seedProcessingImage, seedPublishedImage } from '../../../support/images.ts';
import {
  callsAt,
  countInto,
  InjectedFault,
  type Interceptor,
  type Tally,
} from '../../../support/instrument.ts';
import { postJson, registerAndLogin } from '../../../support/people.ts';
import { forgetSettings } from '../../../support/publication.ts';
import { CONFIG, readFacts, STATS } from '../../../support/public-facts.ts';
import {
  createTestWorker,
  settleWorkers,
  TestClock,
  type TestWorker,
} from '../../../support/worker.ts';

const REPORT = '/api/v1/public/client-errors';

/** Fails each operation at the bindings that `broken` names. */
const createBreaking = (vars = {}, clock = new TestClock()) => {
  const broken = new Set<string>();
  const intercept: Interceptor = async ({ binding }, proceed) => {
    if (broken.has(binding)) throw new InjectedFault(binding === 'DB' ? 'D1_ERROR: gone' : 'gone');
    return proceed();
  };
  return { worker: createTestWorker({ vars, clock, intercept }), broken };
};

beforeEach(async () => {
  // Background work of an earlier response would restore its facts.
  await settleWorkers();
  const worker = createTestWorker();
  await forgetSettings(worker);
  await worker.services.siteFacts.invalidate();
});

describe('the public configuration', () => {
  it.each([
    ['none', ''],
    ['provider_a', 'site-a'],
    ['provider_b', 'site-b'],
    ['provider_c', 'site-c'],
  ] as const)('names the captcha %s and its public key %j', async (provider, key) => {
    const vars = { ...captchaVars('https://captcha.test', provider), SITE_LANGUAGE: 'pt-BR' };
    expect(await readFacts(createTestWorker({ vars }), CONFIG)).toEqual({
      captcha_provider: provider,
      captcha_site_key: key,
      captcha_origin: null,
      registration: 'open',
      site_language: 'pt-BR',
      max_source_bytes: 15 * 1024 * 1024,
    });
  });

  it.each(['open', 'invite', 'closed'] as const)('says that registration is %s', async (mode) => {
    const worker = createTestWorker();
    await writeSettings(worker.services, 1, [{ key: 'registration', value: mode }]);
    expect(await readFacts(worker, CONFIG)).toMatchObject({ registration: mode });
  });

  it('shows a change immediately in its isolate, in others half a minute later', async () => {
    const vars = captchaVars('https://captcha.test');
    const here = createTestWorker({ vars });
    const there = createTestWorker({ vars, clock: here.clock });
    for (const worker of [here, there]) await readFacts(worker, CONFIG);
    await here.settle();
    await writeSettings(here.services, 1, [{ key: 'captcha_provider', value: 'provider_b' }]);
    expect(await readFacts(here, CONFIG)).toMatchObject({ captcha_site_key: 'site-b' });
    expect(await readFacts(there, CONFIG)).toMatchObject({ captcha_site_key: '' });
    here.clock.advance(30_000);
    expect(await readFacts(there, CONFIG)).toMatchObject({ captcha_site_key: 'site-b' });
  });
});

describe('the public statistics', () => {
  it('are the images, active users, views and bytes of the site', async () => {
    const worker = createTestWorker();
    const { userId } = await registerAndLogin(worker);
    await registerAndLogin(worker);
    await seedPublishedImage(worker, { userId });
    await worker.env.DB.prepare(
      'UPDATE site_totals SET images = 5, published_images = 3, users = 9, active_users = 7, views = 11, storage_used = 13',
    ).run();
    const stats = { images: 3, users: 7, views: 11, storage_used: 13 };
    expect(await readFacts(worker, STATS)).toEqual(stats);
  });

  it('count an image from its publication to its deletion', async () => {
    const clock = new TestClock();
    const worker = createTestWorker({ clock });
    const before = ((await readFacts(worker, STATS)) as { images: number }).images;
    const countNew = async (): Promise<number> => {
      clock.advance(60_000);
      const { images } = (await readFacts(createTestWorker({ clock }), STATS)) as {
        images: number;
      };
      return images - before;
    };
    const image = await seedProcessingImage(worker);
    expect(await countNew()).toBe(0);
    await publishImage(worker.services, image.jobId);
    expect(await countNew()).toBe(1);
    await seedPublishedImage(worker);
    expect(await countNew()).toBe(2);
    await deleteImage(worker.services, { userId: image.userId, kind: 'web' }, image.imageId);
    expect(await countNew()).toBe(1);
  });

  it('include a view within half a minute of its commit, in every isolate', async () => {
    const clock = new TestClock();
    const vars = { COUNTER_GATHER_MS: '1', COUNTER_SHARDS: '1' };
    const [viewed, asked] = [0, 1].map(() => createTestWorker({ vars, clock }));
    if (viewed === undefined || asked === undefined) throw new Error('no isolate');
    const image = await seedPublishedImage(viewed);
    const readViews = async (): Promise<number> =>
      ((await readFacts(asked, STATS)) as { views: number }).views;
    const before = await readViews();
    await asked.settle();
    await (await viewed.fetch(`/i/${image.uniqueLink}.webp`)).arrayBuffer();
    await viewed.settle();
    await runDurableObjectAlarm(viewed.env.COUNTERS.getByName('shard-0'));
    clock.advance(29_999);
    expect(await readViews()).toBe(before);
    clock.advance(1);
    expect(await readViews()).toBe(before + 1);
  });

  it('are the previous ones while another request reads the database', async () => {
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    let isHeld = false;
    const intercept: Interceptor = async ({ binding, method }, proceed) => {
      if (isHeld && binding === 'DB' && method === 'batch') {
        reached.resolve();
        await gate.promise;
      }
      return proceed();
    };
    const worker = createTestWorker({ intercept });
    const before = await readFacts(worker, STATS);
    await worker.env.DB.prepare('UPDATE site_totals SET views = views + 5').run();
    worker.clock.advance(59_999);
    isHeld = true;
    const asking = readFacts(worker, STATS);
    await reached.promise;
    expect(await readFacts(worker, STATS)).toEqual(before);
    gate.resolve();
    expect(await asking).not.toEqual(before);
    expect(await readFacts(worker, STATS)).toEqual(await asking);
  });

  it('need no KV', async () => {
    const { worker, broken } = createBreaking();
    await worker.fetch('/ready');
    broken.add('CACHE');
    expect(await readFacts(worker, STATS)).toMatchObject({ images: expect.any(Number) });
    await expect(worker.services.siteFacts.invalidate()).resolves.toBeUndefined();
  });

  it('are the last known while the database fails, and 1001 where none are known', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { worker, broken } = createBreaking();
    const known = await readFacts(worker, STATS);
    await publishSiteFacts(worker.services);
    const fresh = createBreaking({}, worker.clock);
    await fresh.worker.fetch('/ready');
    worker.clock.advance(3_600_000);
    broken.add('DB');
    fresh.broken.add('DB');
    for (const each of [worker, worker, fresh.worker])
      expect(await readFacts(each, STATS)).toEqual(known);
    await worker.services.siteFacts.invalidate();
    for (let ask = 0; ask < 2; ask += 1) {
      const response = await worker.fetch(STATS);
      expect(response.status).toBe(500);
      expect(await response.json()).toMatchObject({ code: 1001 });
    }
    broken.clear();
    worker.clock.advance(1000);
    expect(await readFacts(worker, STATS)).toEqual(known);
  });

  it('ignore what another version has stored in KV', async () => {
    const worker = createTestWorker();
    const readAt = worker.clock.now();
    for (const left of ['{', '[]', 'null', JSON.stringify({ readAt, facts: { images: 'many' } })]) {
      await worker.env.CACHE.put('site-facts', left);
      const { services } = createTestWorker();
      expect(await readSiteFacts(services)).toMatchObject({ images: expect.any(Number) });
    }
  });
});

describe('an error report of a page', () => {
  const report = (worker: TestWorker, body: unknown, headers: Record<string, string> = {}) =>
    postJson(worker, REPORT, body, headers);

  let reports = 0;

  /** Sends an error report from an unused address, and reads its line of the log. */
  const logged = async (
    body: Record<string, unknown>,
    headers: Record<string, string> = {},
  ): Promise<Record<string, string>> => {
    const lines = vi.spyOn(console, 'log').mockReturnValue();
    lines.mockClear();
    reports += 1;
    const address = `2001:db8:6:${reports.toString(16)}::1`;
    const sent = { 'CF-Connecting-IP': address, ...headers };
    const response = await report(createTestWorker(), body, sent);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ code: 0, message: 'ok' });
    expect(lines).toHaveBeenCalledTimes(1);
    const line = JSON.parse(String(lines.mock.calls[0]?.[0])) as Record<string, string>;
    expect(line).toMatchObject({
      event: 'client_error',
      request_id: response.headers.get('X-Request-Id'),
    });
    return line;
  };

  it('is one line of the log and no row, and its response has no data', async () => {
    const before = createTestWorker();
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const worker = createTestWorker({ intercept: countInto(tally), clock: before.clock });
    vi.spyOn(console, 'log').mockReturnValue();
    await worker.fetch('/ready');
    Object.keys(tally.calls).forEach((name) => delete tally.calls[name]);
    expect((await report(worker, { kind: 'error', message: 'x' })).status).toBe(200);
    expect([callsAt(tally, 'DB'), callsAt(tally, 'CACHE'), callsAt(tally, 'BUCKET')]).toEqual([
      0, 0, 0,
    ]);
    expect(callsAt(tally, 'RATE_LIMITER')).toBe(1);
  });

  it.each([
    ['message', 300],
    ['stack', 2000],
    ['component_stack', 2000],
    ['source', 200],
  ])('has its %s cut after %i bytes, between characters', async (field, limit) => {
    const body = { kind: 'boundary', message: 'x' };
    const exact = await logged({ ...body, [field]: 'é'.repeat(limit / 2) });
    expect(exact[field]).toBe('é'.repeat(limit / 2));
    const long = await logged({ ...body, [field]: `x${'💾'.repeat(limit / 2)}` });
    expect(new TextEncoder().encode(long[field]).length).toBeLessThanOrEqual(limit);
    expect(new TextEncoder().encode(long[field]).length).toBeGreaterThan(limit - 4);
    expect(long[field]).toMatch(/^x(💾)+$/u);
  });

  it.each([
    ['source', 'https://a.test/app.js?token=secret:10:5', 'https://a.test/app.js:10:5'],
    ['source', 'https://a.test/app.js#secret?more', 'https://a.test/app.js'],
    ['source', `/app.js?${'q'.repeat(300)}:7:1`, '/app.js:7:1'],
    ['path', '/images/7?token=secret#top', '/images/7'],
    ['path', '/images/7#secret', '/images/7'],
    [
      'message',
      'GET https://a.test/i/x.webp?token=secret failed',
      'GET https://a.test/i/x.webp failed',
    ],
    ['stack', 'f@https://a.test/app.js?v=secret:10:5\nat g', 'f@https://a.test/app.js:10:5\nat g'],
    ['message', 'at 1https://a.test/?next=https://b.test/?q.', 'at 1https://a.test/'],
    [
      'message',
      '(https://a.test/#secret) "https://b.test/?q"',
      '(https://a.test/) "https://b.test/"',
    ],
    ['message', 'Unexpected token ? in JSON', 'Unexpected token ? in JSON'],
  ])('loses queries and fragments in %s %j', async (field, text, kept) => {
    const line = await logged({ kind: 'error', message: 'x', [field]: text });
    expect(line[field]).toBe(kept);
  });

  it('loses queries of very long URLs, in linear time', async () => {
    const long = `https://a.test/${'a'.repeat(1900)}`;
    const cases = [
      [`${long}?secret`, long],
      [`a://b?secret ${'a.a.a.'.repeat(1300)}`, `a://b ${'a.a.a.'.repeat(332)}a.`],
      [`a://b?secret ${'x://'.repeat(1950)}`, `a://b ${'x://'.repeat(498)}x:`],
      [`a://b?${':1'.repeat(3900)}: c`, 'a://b c'],
    ] as const;
    for (const [stack, kept] of cases) {
      expect((await logged({ kind: 'error', message: 'x', stack }))['stack']).toBe(kept);
    }
  });

  it('stores no address, cookie or token of its sender', async () => {
    const person = await registerAndLogin(createTestWorker());
    const address = '2001:db8:aa::17';
    const words = `${address} ${person.bearer} ${person.headers['Cookie'] ?? ''}`;
    const line = await logged(
      { kind: 'unhandledrejection', message: words, stack: words, source: words, path: words },
      { ...person.headers, 'CF-Connecting-IP': address, Authorization: `Bearer ${person.bearer}` },
    );
    const text = JSON.stringify(line);
    for (const secret of [address, person.bearer, person.headers['X-CSRF-Token'] ?? '']) {
      expect(text).not.toContain(secret);
    }
  });

  it.each([
    [400, 3000, { message: 'x' }],
    [400, 3000, { kind: 'panic', message: 'x' }],
    [400, 3000, { kind: 'error' }],
    [400, 3000, { kind: 'error', message: '' }],
    [400, 3000, { kind: 'error', message: 'x', stack: 7 }],
    [413, 3002, { kind: 'error', message: 'x', stack: 'x'.repeat(8192) }],
  ])('is refused with %i %i when it is %j', async (status, code, body) => {
    const response = await report(createTestWorker(), body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  });

  it('may have 8 KiB, and nothing in optional fields', async () => {
    const bare = JSON.stringify({ kind: 'error', message: 'x', stack: '' }).length;
    await logged({ kind: 'error', message: 'x', stack: 'x'.repeat(8192 - bare) });
    const empty = { stack: null, component_stack: null, source: null, path: null };
    expect(await logged({ kind: 'error', message: 'x', ...empty })).toMatchObject({
      message: 'x',
      stack: '',
      path: '',
    });
  });

  it.each([
    ['text/plain;charset=UTF-8', 200, 0],
    ['TEXT/PLAIN', 200, 0],
    [null, 200, 0],
    ['', 200, 0],
    ['text/plainest', 415, 3003],
    ['application/x-www-form-urlencoded', 415, 3003],
  ])('of the type %s, as beacons may have it, is answered with %i', async (type, status, code) => {
    vi.spyOn(console, 'log').mockReturnValue();
    const response = await createTestWorker().fetch(REPORT, {
      method: 'POST',
      headers: type === null ? {} : { 'Content-Type': type },
      body: new TextEncoder().encode(JSON.stringify({ kind: 'error', message: 'x' })),
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  });

  it('counts against the limit even when it is invalid or too large', async () => {
    const worker = createTestWorker();
    const headers = { 'CF-Connecting-IP': '2001:db8:5:6::1' };
    const large = { kind: 'error', message: 'x'.repeat(9000) };
    const codes = [];
    for (let index = 0; index < 21; index += 1) {
      const response = await report(worker, index % 2 === 0 ? large : { kind: 'error' }, headers);
      codes.push((await response.json<{ code: number }>()).code);
    }
    expect(codes.slice(0, 2)).toEqual([3002, 3000]);
    expect(codes.slice(-2)).toEqual([3000, 2091]);
  });

  it('is limited to 20 a minute per address, then 2091 with Retry-After: 60', async () => {
    vi.spyOn(console, 'log').mockReturnValue();
    const worker = createTestWorker();
    const send = (host: string) =>
      report(
        worker,
        { kind: 'error', message: 'x' },
        { 'CF-Connecting-IP': `2001:db8:5:5::${host}` },
      );
    const statuses = [];
    for (let index = 0; index < 20; index += 1) {
      statuses.push((await send(String(index))).status);
      worker.clock.advance(1000);
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    const refused = await send('ff');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('60');
    expect(await refused.json()).toMatchObject({ code: 2091 });
    worker.clock.advance(40_000);
    expect((await send('ff')).status).toBe(200);
  });
});

import { beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { deliverOutbox } from '../../../src/worker/jobs/deliver-outbox.ts';
import { purgedPaths } from '../../../src/worker/domain/links/make-link.ts';
import { groupPurges } from '../../../src/worker/domain/purge/deliver-purges.ts';
import { recordEvent } from '../../../src/worker/domain/outbox/events.ts';
import { signWebhook } from '../../../src/worker/domain/purge/purge-target.ts';
import { crashAt, InjectedFault } from '../../support/instrument.ts';
import type { PurgeBehaviour } from '../../support/purge-server.ts';
import { addPurges, pendingEvents as pending, purgeServer, zoneAt } from '../../support/purges.ts';
import { createTestWorker, TestClock } from '../../support/worker.ts';
import { runBatch, statement } from '../../support/sql.ts';

const SERVER = `${inject('purgeServerUrl')}/delivery`;
const DAY_MS = 86_400_000;
/** As many as an image has. */
const LINKS = 50;
/** Of 10,000 calls, those of the outbox's other kinds and of the cron are left. */
const INVOCATION_LINKS = 5000;

const ZONE = zoneAt(SERVER);
const IMPATIENT_ZONE = { ...ZONE, PURGE_TIMEOUT_MS: '300' };
const WEBHOOK = {
  PURGE_TARGET: 'webhook',
  PUBLIC_BASE_URL: 'https://images.example',
  PURGE_WEBHOOK_URL: `${SERVER}/hook`,
  PURGE_WEBHOOK_SECRET: 'webhook-secret',
};

const { program, received } = purgeServer(SERVER);

beforeEach(async () => {
  await program();
  await runBatch(createTestWorker().services.db, [statement('DELETE FROM outbox_events')]);
});

describe('purges', () => {
  it('stay pending, untried, while no target is configured', async () => {
    const worker = createTestWorker();
    await addPurges(worker, ['/i/a.webp']);
    await deliverOutbox(worker.services, 'purge');
    expect(await pending(worker)).toMatchObject([{ attempts: 0 }]);
  });

  it('are sent to the zone API as absolute URLs and removed once it confirms', async () => {
    const worker = createTestWorker({ vars: ZONE });
    await addPurges(worker, ['/i/a.webp', '/i/a/gallery.webp'], ['/i/b.webp']);
    await deliverOutbox(worker.services, 'purge');
    const [request, ...others] = await received();
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      path: '/zones/zone1/purge_cache',
      headers: { authorization: 'Bearer zone-token' },
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      files: [
        'https://images.example/i/a.webp',
        'https://images.example/i/a/gallery.webp',
        'https://images.example/i/b.webp',
      ],
    });
    expect(await pending(worker)).toEqual([]);
  });

  it('are sent to a webhook signed over timestamp and body', async () => {
    const worker = createTestWorker({ vars: WEBHOOK });
    await addPurges(worker, ['/i/a.webp']);
    await deliverOutbox(worker.services, 'purge');
    const [request] = await received();
    const timestamp = request?.headers['x-tintype-timestamp'] ?? '';
    expect(timestamp).toBe(String(worker.clock.now()));
    expect(request?.headers['x-tintype-signature']).toBe(
      `sha256=${await signWebhook('webhook-secret', timestamp, request?.body ?? '')}`,
    );
  });

  it('are sent in calls of at most 100 URLs', async () => {
    const worker = createTestWorker({ vars: ZONE });
    const links = Array.from({ length: 130 }, (_, index) => [
      `/i/${String(index)}.webp`,
      `/i/${String(index)}/gallery.webp`,
    ]);
    await addPurges(worker, ...links);
    await deliverOutbox(worker.services, 'purge');
    const sizes = (await received()).map(
      ({ body }) => (JSON.parse(body) as { files: string[] }).files.length,
    );
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(260);
    expect(await pending(worker)).toEqual([]);
  });

  it('of images fill two calls at once', async () => {
    const worker = createTestWorker({ vars: ZONE });
    const images = Array.from({ length: 9 }, (_, image) =>
      purgedPaths({ uniqueLink: `AbCdEfGh1234567${String(image)}`, pipelineVersion: 2 }),
    );
    await addPurges(worker, ...images);
    const { fetch } = globalThis;
    const underWay = { now: 0, most: 0 };
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...args) => {
      underWay.now += 1;
      underWay.most = Math.max(underWay.most, underWay.now);
      try {
        return await fetch(...args);
      } finally {
        underWay.now -= 1;
      }
    });
    await deliverOutbox(worker.services, 'purge').finally(() => spy.mockRestore());
    expect(underWay.most).toBe(2);
    const calls = (await received()).map(
      ({ body }) => (JSON.parse(body) as { files: string[] }).files,
    );
    expect(calls).toHaveLength(6);
    expect(Math.max(...calls.map((urls) => urls.length))).toBe(100);
    const sent = calls.flatMap((urls) => urls.map((url) => new URL(url).pathname));
    expect(new Set(sent)).toEqual(new Set(images.flat()));
    expect(await pending(worker)).toEqual([]);
  });

  it('of which one call is refused are sent again, each event by itself', async () => {
    const worker = createTestWorker({ vars: { ...ZONE, PURGE_BATCH_URLS: '2' } });
    const events = [['/i/a.webp', '/i/b.webp'], ['/i/c.webp'], ['/i/refused.webp']];
    await addPurges(worker, ...events);
    await deliverOutbox(worker.services, 'purge');
    expect(await pending(worker)).toMatchObject([
      { attempts: 1, last_error: expect.stringContaining('did not confirm') as string },
    ]);
    const urls = (await received()).flatMap(
      ({ body }) => (JSON.parse(body) as { files: string[] }).files,
    );
    for (const path of events.flat()) expect(urls).toContain(`https://images.example${path}`);
  });

  it.each<[PurgeBehaviour, string]>([
    ['fail', 'status 500'],
    ['refuse', 'did not confirm'],
    ['hang', 'timeout'],
    ['break', ''],
  ])('are kept and retried later when the target does this: %s', async (behaviour, reason) => {
    const worker = createTestWorker({ vars: behaviour === 'hang' ? IMPATIENT_ZONE : ZONE });
    await addPurges(worker, ['/i/a.webp']);
    await program(behaviour);
    await deliverOutbox(worker.services, 'purge');
    const [event] = await pending(worker);
    expect(event?.last_error).toContain(reason);
    expect(event?.available_at).toBeGreaterThan(worker.clock.now());
    worker.clock.advance(60_000);
    const patient = createTestWorker({ vars: ZONE, clock: worker.clock });
    await deliverOutbox(patient.services, 'purge');
    expect(await pending(worker)).toEqual([]);
  });

  it.each(
    [300, 301, 302, 303, 304, 305, 307, 308].flatMap((status) => [
      { status, target: 'zone API', vars: ZONE, path: '/zones/zone1/purge_cache' },
      { status, target: 'webhook', vars: WEBHOOK, path: '/hook' },
    ]),
  )(
    'follow no redirect: a $status of the $target is a failure, retried at the same URL',
    async ({ status, vars, path }) => {
      const worker = createTestWorker({ vars });
      await addPurges(worker, ['/i/a.webp']);
      await program(status);
      await deliverOutbox(worker.services, 'purge');
      expect((await received()).map((request) => request.path)).toEqual([path]);
      expect(await pending(worker)).toMatchObject([
        { attempts: 1, last_error: `status ${String(status)}` },
      ]);
      worker.clock.advance(60_000);
      await deliverOutbox(worker.services, 'purge');
      expect((await received()).map((request) => request.path)).toEqual([path, path]);
      expect(await pending(worker)).toEqual([]);
    },
  );

  it('of an image with more addresses than a call may have are sent in several calls', async () => {
    const worker = createTestWorker({ vars: { ...ZONE, PURGE_BATCH_URLS: '30' } });
    const image = { uniqueLink: 'AbCdEfGh12345678', pipelineVersion: 2 };
    const paths = purgedPaths(image);
    await addPurges(worker, paths);
    await program('confirm', 'fail');
    await deliverOutbox(worker.services, 'purge');
    expect(await pending(worker)).toMatchObject([{ attempts: 1 }]);
    worker.clock.advance(60_000);
    await deliverOutbox(worker.services, 'purge');
    const calls = (await received()).map(
      ({ body }) => (JSON.parse(body) as { files: string[] }).files,
    );
    const sizes = [30, paths.length - 30];
    for (const round of [calls.slice(0, 2), calls.slice(2)]) {
      const sent = round.toSorted((a, b) => b.length - a.length);
      expect(sent.map((urls) => urls.length)).toEqual(sizes);
      expect(sent.flatMap((urls) => urls.map((url) => new URL(url).pathname))).toEqual(paths);
    }
    expect(await pending(worker)).toEqual([]);
  });

  it('survive a target that is down for a day', async () => {
    const worker = createTestWorker({ vars: ZONE });
    await program(...Array.from({ length: 100 }, () => 'fail' as const));
    await addPurges(worker, ['/i/a.webp']);
    for (let hour = 0; hour < 24; hour += 1) {
      await deliverOutbox(worker.services, 'purge');
      worker.clock.advance(DAY_MS / 24);
    }
    const [event] = await pending(worker);
    expect(event?.attempts).toBeGreaterThan(12);
    await program('confirm');
    worker.clock.advance(2 * (DAY_MS / 24));
    await deliverOutbox(worker.services, 'purge');
    expect(await pending(worker)).toEqual([]);
  });
});

describe('erasures', () => {
  const keys = Array.from({ length: 1100 }, (_, index) => `images/x${String(index)}/master.webp`);

  it('of many counted links stay within the calls of an invocation, and go on in another one', async () => {
    const { services } = createTestWorker();
    const links = Array.from({ length: LINKS }, (_, id) => id);
    const events = Array.from({ length: 150 }, () =>
      recordEvent('erase', { keys: [], share_links: links }, services.clock.now()),
    );
    await runBatch(services.db, events);
    let calls = 0;
    const sent: unknown[] = [];
    const counting = {
      ...services,
      shareViews: { ...services.shareViews, forget: async () => void (calls += 1) },
      outboxQueue: { send: async (message: unknown) => void sent.push(message) },
    };
    await deliverOutbox(counting, 'erase');
    expect(calls).toBe(INVOCATION_LINKS);
    expect(sent).toEqual([{ kind: 'erase' }]);
    const left = await pending(createTestWorker());
    expect(left).toHaveLength(150 - INVOCATION_LINKS / LINKS);
    expect(left.every(({ attempts }) => attempts === 0)).toBe(true);
    await deliverOutbox(counting, 'erase');
    expect(calls).toBe(150 * LINKS);
    expect(await pending(createTestWorker())).toEqual([]);
  });

  it('delete objects in chunks, count a missing one as erased, and leave nothing pending', async () => {
    const deletions: number[] = [];
    const worker = createTestWorker({
      intercept: async ({ binding, method }, proceed) => {
        if (binding === 'BUCKET' && method === 'delete') deletions.push(1);
        return proceed();
      },
    });
    await worker.env.BUCKET.put(keys[0] ?? '', 'x');
    await runBatch(worker.services.db, [recordEvent('erase', { keys }, worker.clock.now())]);
    await deliverOutbox(worker.services, 'erase');
    expect(deletions).toHaveLength(2);
    expect(await worker.env.BUCKET.head(keys[0] ?? '')).toBeNull();
    expect(await pending(worker)).toEqual([]);
  });

  it('are kept until the bucket responds', async () => {
    let broken = true;
    const worker = createTestWorker({
      intercept: async ({ binding }, proceed) => {
        if (binding === 'BUCKET' && broken) throw new InjectedFault('bucket down');
        return proceed();
      },
    });
    await runBatch(worker.services.db, [recordEvent('erase', { keys: ['a'] }, worker.clock.now())]);
    await deliverOutbox(worker.services, 'erase');
    expect(await pending(worker)).toMatchObject([{ attempts: 1 }]);
    broken = false;
    worker.clock.advance(60_000);
    await deliverOutbox(worker.services, 'erase');
    expect(await pending(worker)).toEqual([]);
  });
});

describe('a worker that dies', () => {
  it.each(['before', 'after'] as const)('%s any operation loses no event', async (moment) => {
    for (let index = 0; ; index += 1) {
      const clock = new TestClock();
      const crash = crashAt(index, moment);
      const dying = createTestWorker({ vars: ZONE, clock, intercept: crash.intercept });
      const healthy = createTestWorker({ vars: ZONE, clock });
      await healthy.env.BUCKET.put('doomed', 'x');
      await addPurges(healthy, ['/i/a.webp']);
      await runBatch(healthy.services.db, [
        recordEvent('erase', { keys: ['doomed'] }, clock.now()),
      ]);
      await program();
      for (const kind of ['purge', 'erase'] as const) {
        await deliverOutbox(dying.services, kind).catch((error: unknown) => {
          expect(error).toBeInstanceOf(InjectedFault);
        });
      }
      clock.advance(healthy.services.config.OUTBOX_LEASE_MS);
      for (const kind of ['purge', 'erase'] as const) await deliverOutbox(healthy.services, kind);
      expect((await received()).length).toBeGreaterThan(0);
      expect(await healthy.env.BUCKET.head('doomed')).toBeNull();
      expect(await pending(healthy)).toEqual([]);
      if (!crash.fired) {
        expect(index).toBeGreaterThan(3);
        return;
      }
    }
  });

  it('does not block a second one: two concurrent workers deliver each event', async () => {
    const worker = createTestWorker({ vars: { ...ZONE, PURGE_BATCH_URLS: '2' } });
    await addPurges(
      worker,
      ...Array.from({ length: 10 }, (_, index) => [`/i/${String(index)}.webp`]),
    );
    await Promise.all([
      deliverOutbox(worker.services, 'purge'),
      deliverOutbox(worker.services, 'purge'),
    ]);
    const urls = (await received()).flatMap(
      ({ body }) => (JSON.parse(body) as { files: string[] }).files,
    );
    expect(urls.toSorted()).toEqual([...new Set(urls)].toSorted());
    expect(urls).toHaveLength(10);
  });
});

describe('outbox delivery', () => {
  it('names a URL once in a call', () => {
    const events = [1, 2].map((id) => ({ id, attempts: 1, payload: { paths: ['/i/a.webp'] } }));
    expect(groupPurges(events, 'https://images.example', 100)).toMatchObject([
      { urls: ['https://images.example/i/a.webp'] },
    ]);
  });

  it('skips an event of an unknown version', async () => {
    const worker = createTestWorker({ vars: ZONE });
    await runBatch(worker.services.db, [
      statement(
        "INSERT INTO outbox_events (kind, payload, available_at, created_at) VALUES ('purge', '{}', 0, 0)",
      ),
    ]);
    await addPurges(worker, ['/i/a.webp']);
    await deliverOutbox(worker.services, 'purge');
    expect(await received()).toHaveLength(1);
    expect(await pending(worker)).toHaveLength(1);
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../src/shared/clock.ts';
import { MIGRATIONS } from '../../../src/worker/db/migrations.ts';
import { METRICS } from '../../../src/worker/domain/metrics/catalogue.ts';
import { sweep } from '../../../src/worker/jobs/sweep.ts';
import { VERSION } from '../../../src/worker/lib/version.ts';
import { seedProcessingImage, seedPublishedImage, seedUser } from '../../support/images.ts';
import { registerAndLogin } from '../../support/people.ts';
import { resetState } from '../../support/reset-state.ts';
import { prepareUpload, uploadClient } from '../../support/uploads.ts';
import { createTestWorker, type TestWorker } from '../../support/worker.ts';

const VARS = { COUNTER_GATHER_MS: '1' };

const scrape = async (worker: TestWorker): Promise<string> => {
  await worker.settle();
  const response = await worker.fetch('/metrics');
  expect(response.headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/u);
  return response.text();
};

const valueOf = (text: string, sample: string): number => {
  const line = text.split('\n').find((each) => each.startsWith(`${sample} `));
  return Number(line?.slice(sample.length + 1) ?? Number.NaN);
};

beforeEach(resetState);

describe('/metrics', () => {
  it('counts requests by route template and status, never by path', async () => {
    const worker = createTestWorker({ vars: VARS });
    const image = await seedPublishedImage(worker);
    for (let view = 0; view < 3; view += 1) {
      await (await worker.fetch(`/i/${image.uniqueLink}.webp`)).arrayBuffer();
    }
    await worker.fetch(`/i/${image.uniqueLink}/nothing`);
    await worker.fetch('/nowhere/at/all');
    await worker.fetch('/api/v1/uploads/some-secret-id');
    await worker.fetch('/health', { method: 'PROPFIND' });
    const text = await scrape(worker);
    const requests = (labels: string) => valueOf(text, `tintype_http_requests_total{${labels}}`);
    expect(requests('method="GET",route="/i/:link",status="200"')).toBe(3);
    expect(requests('method="GET",route="/i/:link",status="404"')).toBe(1);
    expect(requests('method="GET",route="unmatched",status="404"')).toBe(1);
    expect(requests('method="OTHER",route="unmatched",status="405"')).toBe(1);
    expect(text).not.toContain('some-secret-id');
    expect(text).not.toContain(image.uniqueLink);
  });

  it('leaves requests to the Analytics Engine where it is bound, and omits them', async () => {
    const points: unknown[] = [];
    const sent: number[] = [];
    let gathered = Promise.resolve();
    const { wait } = systemClock;
    vi.spyOn(systemClock, 'wait').mockImplementation((ms) => (ms === 1 ? gathered : wait(ms)));
    const worker = createTestWorker({
      vars: VARS,
      bindings: { ANALYTICS: { writeDataPoint: (point) => void points.push(point) } },
      intercept: async ({ binding, method }, proceed) => {
        if (binding === 'COUNTERS' && method === 'add') sent.push(points.length);
        return proceed();
      },
    });
    const image = await seedPublishedImage(worker);
    await worker.fetch('/health');
    await worker.settle();
    expect(sent).toEqual([]);
    // Both are gathered, however long they take.
    const views = Promise.withResolvers<void>();
    gathered = views.promise;
    for (let view = 0; view < 2; view += 1) {
      await (await worker.fetch(`/i/${image.uniqueLink}.webp`)).arrayBuffer();
    }
    views.resolve();
    const text = await scrape(worker);
    expect(sent).toHaveLength(1);
    expect(points.slice(0, 2)).toEqual([
      {
        indexes: ['GET /health'],
        blobs: ['GET /health', '200'],
        doubles: [1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0],
      },
      {
        indexes: ['GET /i/:link'],
        blobs: ['GET /i/:link', '200'],
        doubles: [2, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0],
      },
    ]);
    expect(text).not.toContain('tintype_http_request');
    expect(text).toContain('tintype_views_flushed_total');
  });

  it('shows waiting work, with its age in seconds', async () => {
    const worker = createTestWorker({ vars: VARS });
    await seedProcessingImage(worker);
    worker.clock.advance(90_000);
    const text = await scrape(worker);
    expect(valueOf(text, 'tintype_upload_sessions{state="processing"}')).toBeGreaterThanOrEqual(1);
    const jobs = 'tintype_publication_jobs{state="queued"';
    expect(valueOf(text, `${jobs},kind="publish"}`)).toBeGreaterThanOrEqual(1);
    expect(valueOf(text, `${jobs},kind="avif"}`)).toBe(0);
    const age = 'tintype_publication_jobs_oldest_age_seconds{state="queued",kind="publish"}';
    expect(valueOf(text, age)).toBeGreaterThanOrEqual(90);
  });

  it('counts a session with a part as uploading, also where the version before stored that', async () => {
    const worker = createTestWorker({ vars: VARS });
    const client = uploadClient(worker, await registerAndLogin(worker));
    const upload = await prepareUpload();
    const counts = async (): Promise<(number | undefined)[]> => {
      const text = await scrape(worker);
      return ['initiated', 'uploading'].map((state) =>
        valueOf(text, `tintype_upload_sessions{state="${state}"}`),
      );
    };
    const [initiated = 0, uploading = 0] = await counts();
    const { data } = await client.create(upload.manifest);
    expect(await counts()).toEqual([initiated + 1, uploading]);
    await client.put(data.upload_id, 'admin', upload.bodies.admin);
    expect(await counts()).toEqual([initiated, uploading + 1]);
    await worker.env.DB.prepare(
      "UPDATE upload_sessions SET status = 'uploading' WHERE upload_id = ?",
    )
      .bind(data.upload_id)
      .run();
    expect(await counts()).toEqual([initiated, uploading + 1]);
  });

  it('shows accounts whose deletion is due, and since when', async () => {
    const worker = createTestWorker({ vars: VARS });
    const [late, later] = [await seedUser(worker), await seedUser(worker)];
    const now = worker.clock.now();
    const schedule = worker.env.DB.prepare(
      "UPDATE users SET status = 'pending_deletion', deletion_due_at = ? WHERE id = ?",
    );
    await schedule.bind(now - 60_000, late).run();
    await schedule.bind(now + 60_000, later).run();
    const text = await scrape(worker);
    expect(valueOf(text, 'tintype_account_deletions_due')).toBe(1);
    expect(valueOf(text, 'tintype_account_deletions_due_oldest_age_seconds')).toBe(60);
  });

  it('shows a zero, and no gap, for a kind without work', async () => {
    const text = await scrape(createTestWorker({ vars: VARS }));
    expect(valueOf(text, 'tintype_outbox_events_pending{kind="erase"}')).toBe(0);
    expect(valueOf(text, 'tintype_outbox_events_pending_oldest_age_seconds{kind="erase"}')).toBe(0);
    expect(valueOf(text, 'tintype_publication_jobs{state="failed",kind="publish"}')).toBe(0);
    expect(valueOf(text, 'tintype_upload_sessions{state="cleanup_pending"}')).toBe(0);
  });

  it('shows storage, accounts and, where configured, the capacity', async () => {
    const worker = createTestWorker({ vars: { ...VARS, STORAGE_CAPACITY_BYTES: '1000000' } });
    await seedPublishedImage(worker);
    const text = await scrape(worker);
    expect(valueOf(text, 'tintype_storage_used_bytes')).toBeGreaterThan(0);
    expect(valueOf(text, 'tintype_users')).toBeGreaterThanOrEqual(1);
    expect(valueOf(text, 'tintype_storage_capacity_bytes')).toBe(1_000_000);
    expect(await scrape(createTestWorker({ vars: VARS }))).not.toContain('capacity');
  });

  it('shows answer times as a histogram by route and class of status', async () => {
    const worker = createTestWorker({
      vars: VARS,
      // The database takes its time.
      intercept: ({ binding }, proceed) => {
        if (binding === 'DB') worker.clock.advance(200);
        return proceed();
      },
    });
    const image = await seedPublishedImage(worker);
    for (let view = 0; view < 3; view += 1) {
      await (await worker.fetch(`/i/${image.uniqueLink}.webp`)).arrayBuffer();
    }
    for (const link of ['nothing12345', 'nothing67890']) {
      await worker.fetch(`/i/${link}.webp`, { headers: { 'CF-Connecting-IP': '192.0.2.1' } });
    }
    const text = await scrape(worker);
    const times = (series: string, labels: string) =>
      valueOf(text, `tintype_http_request_duration_seconds_${series}{${labels}}`);
    const views = 'method="GET",route="/i/:link",status_class="2xx"';
    // The first view asked the database, for the boot gate and for the row.
    expect(times('bucket', `${views},le="0.01"`)).toBe(2);
    expect(times('bucket', `${views},le="1"`)).toBe(3);
    expect(times('bucket', `${views},le="+Inf"`)).toBe(3);
    expect(times('count', views)).toBe(3);
    expect(times('sum', views)).toBeGreaterThanOrEqual(0.2);
    expect(times('count', 'method="GET",route="/i/:link",status_class="4xx"')).toBe(2);
  });

  it('names the release and the last migration', async () => {
    const text = await scrape(createTestWorker({ vars: VARS }));
    const migration = MIGRATIONS.at(-1)?.name.replace('.sql', '') ?? '';
    expect(valueOf(text, `tintype_build_info{version="${VERSION}",migration="${migration}"}`)).toBe(
      1,
    );
  });

  it('tells a cache that fails and a migration that is not of this build', async () => {
    let isDown = false;
    const worker = createTestWorker({
      vars: VARS,
      intercept: ({ binding }, proceed) => {
        if (binding === 'CACHE' && isDown) throw new Error('the cache is out of reach');
        return proceed();
      },
    });
    const readiness = async (): Promise<readonly number[]> => {
      const text = await scrape(worker);
      return ['cache', 'migrations'].map((dependency) =>
        valueOf(text, `tintype_ready{dependency="${dependency}"}`),
      );
    };
    expect(await readiness()).toEqual([1, 1]);
    isDown = true;
    expect(await readiness()).toEqual([0, 1]);
    isDown = false;
    const later = `INSERT INTO schema_history VALUES (${MIGRATIONS.length + 1}, '9999_later.sql', 'x', 0)`;
    await worker.env.DB.prepare(later).run();
    expect(await readiness()).toEqual([1, 0]);
  });

  it('shows the last run of each part of the cron', async () => {
    const worker = createTestWorker({
      vars: VARS,
      intercept: ({ binding, method }, proceed) => {
        if (binding === 'BUCKET' && method === 'head') throw new Error('no bucket');
        return proceed();
      },
    });
    expect(valueOf(await scrape(worker), 'tintype_cron_last_run_timestamp_seconds')).toBe(0);
    await sweep(worker.services);
    const seconds = worker.clock.now() / 1000;
    const text = await scrape(worker);
    expect(valueOf(text, 'tintype_cron_last_run_timestamp_seconds')).toBe(seconds);
    const part = (name: string, of: string) =>
      valueOf(text, `tintype_cron_part_${name}{part="${of}"}`);
    expect(part('succeeded', 'probe_bucket')).toBe(0);
    expect(part('last_success_timestamp_seconds', 'probe_bucket')).toBe(0);
    expect(part('last_run_timestamp_seconds', 'probe_bucket')).toBe(seconds);
    expect(part('succeeded', 'record_day')).toBe(1);
    expect(part('last_success_timestamp_seconds', 'record_day')).toBe(seconds);
    expect(part('duration_seconds', 'record_day')).toBe(0);
  });

  it('shows the size of the database and the rows ever inserted', async () => {
    const worker = createTestWorker({ vars: VARS });
    await seedPublishedImage(worker);
    const text = await scrape(worker);
    expect(valueOf(text, 'tintype_database_size_bytes')).toBeGreaterThan(100_000);
    const inserted = 'tintype_database_rows_inserted_total{table="images"}';
    expect(valueOf(text, inserted)).toBeGreaterThanOrEqual(1);
  });

  it('has every metric of the catalogue, with a help text and its type', async () => {
    const worker = createTestWorker({ vars: { ...VARS, STORAGE_CAPACITY_BYTES: '1000000' } });
    await sweep(worker.services);
    await worker.fetch('/health');
    const text = await scrape(worker);
    const samples = [...text.matchAll(/^(tintype_\w+)[{ ]/gmu)].map(([, name = '']) =>
      name.replace(/(_duration_seconds)_(?:bucket|sum|count)$/u, '$1'),
    );
    expect([...new Set(samples)].sort()).toEqual(Object.keys(METRICS).sort());
    for (const [name, { type }] of Object.entries(METRICS)) {
      expect(text).toMatch(new RegExp(`^# HELP ${name} .+\\.\n# TYPE ${name} ${type}$`, 'mu'));
    }
  });

  it('requires its token where one is configured', async () => {
    const worker = createTestWorker({ vars: { ...VARS, METRICS_TOKEN: 'open-sesame' } });
    const ask = (authorization?: string) =>
      worker.fetch('/metrics', authorization ? { headers: { Authorization: authorization } } : {});
    for (const wrong of [undefined, 'Bearer', 'Bearer open', 'Basic open-sesame']) {
      const response = await ask(wrong);
      expect(response.status).toBe(401);
      expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
    }
    expect((await ask('Bearer open-sesame')).status).toBe(200);
  });
});

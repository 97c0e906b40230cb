import { describe, expect, it } from 'vitest';
import { seedProcessingImage, seedPublishedImage } from '../../support/images.ts';
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
    const worker = createTestWorker({
      vars: { COUNTER_GATHER_MS: '20' },
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
    for (let view = 0; view < 2; view += 1) {
      await (await worker.fetch(`/i/${image.uniqueLink}.webp`)).arrayBuffer();
    }
    const text = await scrape(worker);
    expect(sent).toHaveLength(1);
    expect(points.slice(0, 2)).toEqual([
      { indexes: ['GET /health'], blobs: ['GET /health', '200'], doubles: [1] },
      { indexes: ['GET /i/:link'], blobs: ['GET /i/:link', '200'], doubles: [2] },
    ]);
    expect(text).not.toContain('tintype_http_requests_total');
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

  it('has a help text and a type for every metric', async () => {
    const text = await scrape(createTestWorker({ vars: VARS }));
    const names = new Set([...text.matchAll(/^(tintype_\w+)[{ ]/gmu)].map(([, name]) => name));
    expect(names.size).toBeGreaterThan(5);
    for (const name of names) {
      expect(text).toMatch(
        new RegExp(`^# HELP ${String(name)} .+\n# TYPE ${String(name)} (counter|gauge)$`, 'mu'),
      );
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

import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { dollarsPerMillion } from '../../../bench/prices.ts';
import { TRAFFICS } from '../../../bench/traffics.ts';
import { simulateTraffic } from '../../../support/traffic.ts';
import { measureUpload } from '../../../support/upload-cost.ts';

const BENCH_MS = 1_800_000;
const IMAGES_PER_STATEMENT = 5000;

describe('the cost of a million views (budget)', () => {
  it('is at most $0.35 for hot images, little above the requests', async () => {
    const { usage, rowsPerBatch, rowsBesideImages } = await simulateTraffic({
      isolates: 8,
      viewsPerSecond: 1000,
      images: 2000,
      centre: 2,
      sampled: 50,
    });
    // Batches of the isolates share rows.
    expect(rowsPerBatch).toBeLessThanOrEqual(1);
    expect(rowsBesideImages).toBeLessThanOrEqual(2);
    expect(usage.objectRequests).toBeLessThanOrEqual(0.001);
    expect(usage.d1RowsWritten).toBeLessThanOrEqual(0.006);
    expect(dollarsPerMillion(usage)).toBeLessThanOrEqual(0.35);
  });

  it('is at most $1.50 at one view a second, of 100,000 images', async () => {
    const { usage, rowsPerBatch, rowsBesideImages, viewsFlushed, lagMs } = await simulateTraffic({
      isolates: 512,
      viewsPerSecond: 1,
      images: 100_000,
      centre: 8,
      sampled: 100,
    });
    expect(rowsPerBatch).toBeLessThanOrEqual(0.01);
    // The flush's number, and the site's total once for each statement of images.
    const statements = Math.ceil(viewsFlushed / IMAGES_PER_STATEMENT);
    expect(rowsBesideImages).toBeLessThanOrEqual(1 + statements);
    expect(usage.objectRequests).toBeLessThanOrEqual(0.11);
    expect(usage.objectRowsWritten).toBeLessThanOrEqual(0.001);
    expect(usage.r2ClassB).toBeLessThanOrEqual(0.85);
    expect(lagMs).toBeLessThanOrEqual(60_000);
    expect(dollarsPerMillion(usage)).toBeLessThanOrEqual(1.5);
  });
});

describe('the cost of a million views of a library with 10 an image and month (budget)', () => {
  it.each(TRAFFICS.filter(({ target }) => target === 2))(
    'is at most $2.00: $name',
    async (traffic) => {
      const { usage, lagMs } = await simulateTraffic(traffic);
      expect(dollarsPerMillion(usage)).toBeLessThanOrEqual(2);
      expect(lagMs).toBeLessThanOrEqual(60_000);
    },
  );
});

describe('the cost of a thousand uploads (budget)', () => {
  it('is at most $0.11', async () => {
    const dollars = dollarsPerMillion(await measureUpload()) / 1000;
    expect(dollars).toBeGreaterThan(0);
    expect(dollars).toBeLessThanOrEqual(0.11);
  });
});

describe.runIf(env.LEDGER !== '')('the ledger', () => {
  it(
    'is reported by npm run bench -- cost',
    async () => {
      console.log(`LEDGER ${JSON.stringify({ upload: await measureUpload() })}`);
      for (const traffic of TRAFFICS) {
        const { usage } = await simulateTraffic(traffic);
        console.log(`LEDGER ${JSON.stringify({ traffic, view: usage })}`);
      }
    },
    BENCH_MS,
  );
});

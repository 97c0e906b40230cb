import { randomBytes } from 'node:crypto';
import type { Miniflare } from 'miniflare';

import { newUniqueLink } from '../../src/shared/ids.ts';
import { sha256Hex } from '../../src/shared/bytes.ts';
import { variantKey } from '../../src/worker/storage/keys.ts';
import { measureRate } from './load.ts';
import { type BenchRow, median } from './report.ts';
import { startTintype, startWorker } from './start-tintype.ts';

const ROUNDS = 15;
const ROUND_MS = 700;
const WARM_UP_MS = 2000;
const MIN_RATIO = 0.65;
/** A page costs no more than the view of an image; the rest is noise. */
const MIN_PAGE_RATIO = 0.95;
const IMAGE_BYTES = 31 * 1024;
/** Isolates buffer counts for ten seconds. */
const SETTLE_MS = 12_000;

const OK = `export default { fetch: () => new Response('ok') };`;
const SAME_BYTES = `const bytes = new Uint8Array(${String(IMAGE_BYTES)});
export default { fetch: () => new Response(bytes, { headers: { 'Content-Type': 'image/webp' } }) };`;

/** A published image of 31 KB; returns its path. */
export const publishImage = async (runtime: Miniflare): Promise<string> => {
  const [database, bucket] = await Promise.all([
    runtime.getD1Database('DB'),
    runtime.getR2Bucket('BUCKET'),
  ]);
  const link = newUniqueLink();
  const key = variantKey('images', link, 'publish');
  const bytes = new Uint8Array(randomBytes(IMAGE_BYTES));
  const sha256 = await sha256Hex(bytes);
  await bucket.put(key, bytes, { sha256 });
  await database.batch(
    [
      `INSERT INTO users (id, username, email, password_hash, storage_quota, created_at, updated_at)
       VALUES (1, 'ada', 'ada@example.com', '', 1000000, 0, 0)`,
      `INSERT INTO image_files (id, size, created_at) VALUES (1, ${String(IMAGE_BYTES)}, 0)`,
      `INSERT INTO images (id, user_id, image_file_id, unique_link, title, filename, visibility, pipeline_version,
         processing_status, width, height, file_size, published_at, created_at, updated_at)
       VALUES (1, 1, 1, '${link}', '', 'bench.jpg', 'public', 2, 'completed', 1, 1, ${String(IMAGE_BYTES)}, 0, 0, 0)`,
      `INSERT INTO image_variants (image_file_id, kind, object_key, mime_type, size, sha256, width, height, created_at)
       VALUES (1, 'publish', '${key}', 'image/webp', ${String(IMAGE_BYTES)}, '${sha256}', 1, 1, 0)`,
    ].map((sql) => database.prepare(sql)),
  );
  return `/i/${link}.webp`;
};

/** Views in a counter object or the database, as /metrics counts requests. */
export const countedViews = async (url: URL): Promise<number> => {
  const text = await (await fetch(new URL('/metrics', url))).text();
  const sample = /requests_total\{method="GET",route="\/i\/:link",status="200"\} (\d+)/u.exec(text);
  return Number(sample?.[1] ?? 0);
};

const startBare = (script: string) => startWorker({ modules: true, script, name: 'bare' });

/** Requests per second of each URL, in turn. */
const measureInTurn = async (urls: readonly URL[]): Promise<number[][]> => {
  for (const url of urls) await measureRate(url, WARM_UP_MS);
  const samples = urls.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, url] of urls.entries()) {
      samples[index]?.push(await measureRate(url, ROUND_MS));
    }
  }
  return samples;
};

const measurePage = async (tintype: { readonly url: URL }, path: string): Promise<BenchRow> => {
  const page = path.replace('/i/', '/p/').replace('.webp', '');
  const urls = [new URL(page, tintype.url), new URL(path, tintype.url)];
  const [ours = [], baseline = []] = await measureInTurn(urls);
  const ratio = median(ours) / median(baseline);
  return {
    name: 'hot share page to a hot view of 31 KB, straight at the socket',
    unit: 'requests/s',
    ours,
    baseline,
    ratio,
    target: `≥ ${String(MIN_PAGE_RATIO)} ×`,
    pass: ratio >= MIN_PAGE_RATIO,
  };
};

const compare = (
  name: string,
  ours: readonly number[] = [],
  baseline: readonly number[] = [],
  minRatio: number | null = null,
): BenchRow => {
  const ratio = median(ours) / median(baseline);
  return {
    name: `hot view of 31 KB, counted, to a Worker that answers ${name}`,
    unit: 'requests/s',
    ours,
    baseline,
    ratio,
    target: minRatio === null ? 'none' : `≥ ${String(minRatio)} ×`,
    pass: minRatio === null || ratio >= minRatio,
  };
};

/**
 * Requests per second for a hot public image, with counted views, in turn with bare Workers. The target applies at the
 * local runtime's front door. At the Workers' own sockets, where 31 KB weigh most, a Worker that answers with as many
 * bytes shows the cost of the transfer alone.
 */
export const run = async (): Promise<BenchRow[]> => {
  await using ok = await startBare(OK);
  await using sameBytes = await startBare(SAME_BYTES);
  await using tintype = await startTintype();
  const path = await publishImage(tintype.runtime);
  const before = await countedViews(tintype.url);
  const [ours = [], toOk] = await measureInTurn([new URL(path, tintype.entry), ok.entry]);
  const direct = [new URL(path, tintype.url), ok.url, sameBytes.url];
  const [oursDirect = [], toOkDirect, toSameBytes] = await measureInTurn(direct);
  await new Promise((resolve) => {
    setTimeout(resolve, SETTLE_MS);
  });
  const answered = [...ours, ...oursDirect].reduce(
    (sum, rate) => sum + (rate * ROUND_MS) / 1000,
    0,
  );
  const counted = (await countedViews(tintype.url)) - before;
  if (counted < answered * 0.99) {
    throw new Error(`only ${String(counted)} of ${answered.toFixed(0)} views were counted`);
  }
  return [
    compare('"ok"', ours, toOk, MIN_RATIO),
    compare('"ok", straight at the socket', oursDirect, toOkDirect),
    compare('as many bytes, straight at the socket', oursDirect, toSameBytes),
    await measurePage(tintype, path),
  ];
};

import { sha256Hex } from '../../src/shared/bytes.ts';
import { signIn } from '../e2e/support/sign-in.ts';
import { makeContainer, prepareUpload, uploadClient } from '../support/uploads.ts';
import { readChildrenMs } from './process-time.ts';
import { type BenchRow, median } from './report.ts';
import { type RunningWorker, startTintype, startWorker } from './start-tintype.ts';

const MIB = 1_048_576;
const PART_BYTES = 8 * MIB;
const ROUNDS = 40;
const WARM_UP_ROUNDS = 3;
const MIN_RATIO = 0.95;

/** No rate limits. */
const VARS = {
  DEFAULT_STORAGE_QUOTA_BYTES: '1000000000000',
  UPLOAD_ACTIVE_SESSIONS_PER_USER: '10000',
  UPLOAD_SESSIONS_PER_MINUTE: '100000',
};

const BASELINE = `export default {
  fetch: async (request, { BUCKET }) => {
    const url = new URL(request.url);
    await BUCKET.put(url.pathname, request.body, { sha256: url.searchParams.get('sha256') });
    return new Response('stored');
  },
};`;

type Send = (body: Uint8Array<ArrayBuffer>) => Promise<void>;

/** Preparation of a request is not measured. */
interface Sender {
  prepare(body: Uint8Array<ArrayBuffer>): Promise<Send>;
}

interface Sample {
  readonly mebibytesPerSecond: number;
  /** Processor time of the local runtime (milliseconds), which other load does not affect. */
  readonly processorMs: number;
}

/** A part of 8 MiB against a bare put of the same bytes with their SHA-256 checked, in turn in one run. */
export async function run(): Promise<BenchRow[]> {
  const options = { name: 'bare', modules: true, script: BASELINE, r2Buckets: ['BUCKET'] };
  await using baseline = await startWorker(options);
  await using tintype = await startTintype({ vars: VARS });
  const senders = { ours: await tintypeSender(tintype), bare: bareSender(baseline) };
  const samples: { ours: Sample[]; bare: Sample[] } = { ours: [], bare: [] };
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    // The order alternates.
    const order = round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const);
    for (const who of order) {
      const sample = await measure(senders[who], round + 256);
      if (round >= 0) samples[who].push(sample);
    }
  }
  const rates = (who: 'ours' | 'bare') => samples[who].map((one) => one.mebibytesPerSecond);
  const costs = (who: 'ours' | 'bare') => samples[who].map((one) => one.processorMs);
  const [ourRates, bareRates] = [rates('ours'), rates('bare')];
  const [ourCosts, bareCosts] = [costs('ours'), costs('bare')];
  return [
    judge('MiB/s', ourRates, bareRates, median(ourRates) / median(bareRates), MIN_RATIO),
    judge('ms of processor', ourCosts, bareCosts, median(bareCosts) / median(ourCosts)),
  ];
}

async function tintypeSender({ url }: RunningWorker): Promise<Sender> {
  const bearer = await signIn({ baseUrl: url.origin });
  const client = uploadClient(
    { fetch: (path, init) => fetch(new URL(path, url), init) },
    { bearer },
  );
  return {
    prepare: async (master) => {
      const { manifest } = await prepareUpload({ bodies: { master } });
      const { data } = await client.create(manifest);
      const target = new URL(`/api/v1/uploads/${data.upload_id}/parts/master`, url);
      const headers = { Authorization: `Bearer ${bearer}`, 'Content-Type': 'image/webp' };
      return () => put(target, master, headers);
    },
  };
}

function bareSender({ url }: RunningWorker): Sender {
  return {
    prepare: async (body) => {
      const target = new URL(`/${crypto.randomUUID()}?sha256=${await sha256Hex(body)}`, url);
      return () => put(target, body, {});
    },
  };
}

async function measure(sender: Sender, seed: number): Promise<Sample> {
  const body = makeContainer(3000, 2000, PART_BYTES, seed % 256);
  const send = await sender.prepare(body);
  const processorBefore = await readChildrenMs();
  const start = performance.now();
  await send(body);
  const seconds = (performance.now() - start) / 1000;
  return {
    mebibytesPerSecond: PART_BYTES / MIB / seconds,
    processorMs: (await readChildrenMs()) - processorBefore,
  };
}

function judge(
  unit: string,
  ours: readonly number[],
  baseline: readonly number[],
  ratio: number,
  minRatio: number | null = null,
): BenchRow {
  return {
    name: 'part of 8 MiB, to a bare put with its SHA-256 checked',
    unit,
    ours,
    baseline,
    ratio,
    target: minRatio === null ? 'none' : `≥ ${minRatio} ×`,
    pass: minRatio === null || ratio >= minRatio,
  };
}

async function put(
  url: URL,
  body: Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
): Promise<void> {
  const response = await fetch(url, { method: 'PUT', body, headers });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${url.href}: ${text}`);
}

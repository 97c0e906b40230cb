import { cookieCredentials, TintypeApi, uploadImage } from '../../src/client/index.ts';
import { createNodeCodecs } from '../../src/client/node/node-codecs.ts';
import { inspectSource } from '../../src/imaging/source/inspect-source.ts';
import { prepareWith } from '../../src/worker/imaging/prepare/prepare-with.ts';
import { signIn } from '../e2e/support/sign-in.ts';
import { createNodeEngine } from '../unit/imaging/fixtures/node-engine.ts';
import { takePhotograph, writeAs } from '../unit/imaging/fixtures/sharp-images.ts';
import { readChildrenMs } from './process-time.ts';
import { type BenchOptions, type BenchRow, median } from './report.ts';
import { startTintype } from './start-tintype.ts';

const ROUNDS = 5;
const WARM_UP_ROUNDS = 1;
const MAX_MIB = 80;
const MIB = 1024 * 1024;
const VARS = { UPLOAD_SESSIONS_PER_MINUTE: '1000' };
const ACCOUNT = { username: 'photographer', password: 'correct horse' };

const SIZES = [
  { megapixels: 2, width: 1632, height: 1224 },
  { megapixels: 12, width: 4000, height: 3000 },
  { megapixels: 24, width: 6000, height: 4000 },
] as const;

interface Cost {
  readonly seconds: number;
  readonly processorSeconds: number;
}

interface Ways {
  single(file: Uint8Array<ArrayBuffer>): Promise<unknown>;
  parts(file: Uint8Array<ArrayBuffer>): Promise<unknown>;
}

/**
 * An upload in one request, until it answers with the link of a published image, in turn with the four parts that this
 * process prepares and sends. The processor time is that of server and client together. Memory is what the Worker holds
 * for the preparation: file, WebAssembly memory and parts. `--only 12` measures that size alone.
 */
export async function run({ only }: BenchOptions): Promise<BenchRow[]> {
  await using tintype = await startTintype({ vars: VARS, isQuiet: true });
  const ways = await openWays(tintype.url.href.replace(/\/$/u, ''));
  const rows: BenchRow[] = [];
  for (const { megapixels, ...size } of SIZES) {
    if (only !== undefined && only !== String(megapixels)) continue;
    const photo = new Uint8Array(await writeAs(takePhotograph(size), 'image/jpeg'));
    const samples: Record<keyof Ways, Cost[]> = { single: [], parts: [] };
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
      for (const way of ['single', 'parts'] as const) {
        const cost = await measure(() => ways[way](renumber(photo, round)));
        if (round >= 0) samples[way].push(cost);
      }
    }
    const name = `upload of ${megapixels} MP in one request`;
    rows.push(
      compare(`${name}: time to link, to four parts`, samples, ({ seconds }) => seconds),
      compare(`${name}: processor time`, samples, ({ processorSeconds }) => processorSeconds),
      await measureMemory(`${name}: memory`, photo),
    );
  }
  return rows;
}

async function openWays(baseUrl: string): Promise<Ways> {
  const bearer = await signIn({ baseUrl });
  await fetch(`${baseUrl}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...ACCOUNT, email: 'photographer@example.org' }),
  });
  const api = new TintypeApi(baseUrl, cookieCredentials());
  await api.login(ACCOUNT);
  const codecs = createNodeCodecs();
  return {
    single: async (file) => {
      const response = await fetch(`${baseUrl}/api/v1/upload`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'image/jpeg' },
        body: file,
      });
      if (response.status !== 201) throw new Error(await response.text());
      const { data } = (await response.json()) as { data: { url: string } };
      return data;
    },
    parts: (file) =>
      uploadImage(file, { api, codecs, filename: 'photograph.jpg', visibility: 'public' }),
  };
}

let comments = 0;

/** The same file twice would be the same image: a comment makes the difference (ITU-T T.81, B.2.4.5). */
function renumber(jpeg: Uint8Array, round: number): Uint8Array<ArrayBuffer> {
  comments += 1;
  const text = new TextEncoder().encode(`${round} ${comments}`.padEnd(14));
  const comment = Uint8Array.of(0xff, 0xfe, 0, text.length + 2, ...text);
  const file = new Uint8Array(jpeg.length + comment.length);
  file.set(jpeg.subarray(0, 2));
  file.set(comment, 2);
  file.set(jpeg.subarray(2), 2 + comment.length);
  return file;
}

async function measure(work: () => Promise<unknown>): Promise<Cost> {
  const before = [performance.now(), await readAllMs()] as const;
  await work();
  return {
    seconds: (performance.now() - before[0]) / 1000,
    processorSeconds: ((await readAllMs()) - before[1]) / 1000,
  };
}

async function readAllMs(): Promise<number> {
  const { user, system } = process.cpuUsage();
  return (await readChildrenMs()) + (user + system) / 1000;
}

function compare(
  name: string,
  samples: Readonly<Record<keyof Ways, Cost[]>>,
  read: (cost: Cost) => number,
): BenchRow {
  const [ours, baseline] = [samples.single.map(read), samples.parts.map(read)];
  const ratio = median(ours) / median(baseline);
  return { name, unit: 's', ours, baseline, ratio, target: 'none', pass: true };
}

async function measureMemory(name: string, file: Uint8Array<ArrayBuffer>): Promise<BenchRow> {
  const engine = await createNodeEngine();
  const info = await inspectSource('image/jpeg', file);
  const prepared = await prepareWith(engine, { mimeType: 'image/jpeg', info, file });
  if (!prepared.ok) throw new Error(prepared.error);
  const partsBytes = prepared.value.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const mib = (engine.picture.idleBytes + file.length + partsBytes) / MIB;
  const pass = mib <= MAX_MIB;
  return { name, unit: 'MiB', ours: [mib], baseline: [], ratio: mib, target: `≤ ${MAX_MIB}`, pass };
}

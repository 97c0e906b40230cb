import { renditionPath } from '../../src/shared/renditions.ts';
import { workInParallel } from '../../scripts/support/work-in-parallel.ts';
import { makeSources, mutate, SOURCE_SIZE } from '../unit/imaging/fixtures/mutants.ts';
import { FUZZED_TYPES } from '../unit/worker/imaging/derive/fuzz.ts';
import { explain, type BenchOptions, type BenchRow } from './report.ts';
import { seedImages } from './seed-images.ts';
import { startTintype, type RunningWorker } from './start-tintype.ts';

const FILES = 2000;
/** An answer that takes longer counts as none. */
const HANG_MS = 30_000;
/** An address has half of the places of the transformer. */
const AT_ONCE = 2;
const FORMATS = ['webp', 'jpg', 'png', 'avif', 'auto'] as const;

/**
 * Renditions of 2,000 damaged originals of each type, `--only N` of N, over HTTP: none of them may be answered with a 5xx
 * or hang, and a sound one is answered afterwards.
 */
export async function run({ only }: BenchOptions): Promise<BenchRow[]> {
  const count = only === undefined ? FILES : Number(only);
  const rows: BenchRow[] = [];
  for (const type of FUZZED_TYPES) {
    await using tintype = await startTintype({
      vars: { V2_UPLOAD_ENABLED: 'false', LINK_MISSES_PER_IP: '1000000' },
      isQuiet: true,
    });
    const sources = await makeSources(type);
    const damaged: Uint8Array[] = [];
    for (let seed = 0; damaged.length < count; seed += 1) {
      const file = mutate(sources, seed);
      // No row may say that an object is empty.
      if (file.length > 0) damaged.push(file);
    }
    const files = [...damaged, ...sources.slice(0, 1)].map((file) => ({
      ...SOURCE_SIZE,
      mimeType: type,
      bytes: new Uint8Array(file),
    }));
    const links = await seedImages(tintype.runtime, 1, files);
    const sound = links.splice(-1);
    rows.push(...(await askForAll(tintype, type, links)));
    const status = await readStatus(urlOf(tintype, sound[0] ?? '', 'jpg'));
    if (status !== '200') throw new Error(`a sound ${type} is answered with ${status} afterwards`);
  }
  return rows;
}

async function askForAll(
  tintype: RunningWorker,
  type: string,
  links: readonly string[],
): Promise<BenchRow[]> {
  const statuses = new Map<string, number>();
  const tookMs: number[] = [];
  const ask = async (link: string, index: number): Promise<void> => {
    const format = FORMATS[index % FORMATS.length] ?? 'webp';
    const startedAt = performance.now();
    const status = await readStatus(urlOf(tintype, link, format));
    tookMs.push(performance.now() - startedAt);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  await workInParallel([...links.entries()], AT_ONCE, ([index, link]) => ask(link, index));
  const isBad = (status: string): boolean => !/^[234]/u.test(status);
  const bad = [...statuses].reduce((sum, [status, files]) => sum + (isBad(status) ? files : 0), 0);
  const answers = [...statuses].map(([status, files]) => `${String(files)} × ${status}`).join(', ');
  console.log(`  ${type}: ${answers}`);
  const name = `renditions of ${String(links.length)} damaged ${type}`;
  return [
    {
      name: `${name}: 5xx or none (${answers})`,
      unit: 'answers',
      ours: [bad],
      baseline: [],
      ratio: bad,
      target: '0',
      pass: bad === 0,
    },
    explain(`${name}: the slowest answer`, 'ms', [Math.max(...tookMs)]),
  ];
}

function urlOf({ url }: RunningWorker, link: string, format: (typeof FORMATS)[number]): URL {
  return new URL(renditionPath(link, 160, format), url);
}

async function readStatus(url: URL): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(HANG_MS) });
    await response.arrayBuffer();
    return String(response.status);
  } catch (error) {
    return `no answer (${error instanceof Error ? error.name : String(error)})`;
  }
}

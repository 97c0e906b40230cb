import { systemClock } from '../../shared/clock.ts';
import { LeasedSemaphore } from '../lib/leased-semaphore.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { memoryReserve } from '../lib/memory-reserve.ts';
import { StallWatch } from '../../shared/stall-watch.ts';
import type { CodecEngine } from './codec-engine.ts';

/**
 * A job gets 60 s of processor time (wrangler.toml), and the bucket some more at both ends of it. A lease counts the
 * time that passes: who takes longer runs beside the next, which there is no memory for.
 */
const LEASE_MS = 90_000;
/** For a source to come. */
const READ_MS = 20_000;

const places = new LeasedSemaphore({ places: 1, leaseMs: LEASE_MS, clock: systemClock });
/** What a job takes it puts back at its end: the engine of one that was cut off in its work, or threw, is never used again. */
let idleEngine: CodecEngine | null = null;

/**
 * Makes something of a source with the isolate's codecs, one job at a time, in at most `CODEC_MEMORY_LIMIT_BYTES` of
 * heaps and pixels: a job that waits for its turn has not read its source yet, and one that has had it holds no result
 * any more.
 * @param readSource returns null when there is no source.
 * @param use takes the result away.
 * @throws {StallError} when the source does not come.
 */
export function runCodecJob<Made, Fault, Used>(
  readSource: () => Promise<Uint8Array | null>,
  make: (engine: CodecEngine, source: Uint8Array) => Promise<Result<Made, Fault>>,
  use: (made: Made) => Promise<Used>,
  readMs = READ_MS,
): Promise<Result<Used, Fault | 'source_missing'>> {
  return places.run(async () => {
    const made = await makeOf(() => waitFor(readSource, readMs), make);
    return made.ok ? ok(await use(made.value)) : made;
  });
}

async function makeOf<Made, Fault>(
  readSource: () => Promise<Uint8Array | null>,
  make: (engine: CodecEngine, source: Uint8Array) => Promise<Result<Made, Fault>>,
): Promise<Result<Made, Fault | 'source_missing'>> {
  const source = await readSource();
  if (source === null) return err('source_missing');
  const engine = idleEngine ?? (await makeEngine());
  idleEngine = null;
  const made = await make(engine, source);
  idleEngine = engine;
  return made;
}

async function waitFor<Value>(read: () => Promise<Value>, ms: number): Promise<Value> {
  const watch = new StallWatch(ms);
  try {
    return await watch.wait(read());
  } finally {
    watch.stop();
  }
}

async function makeEngine(): Promise<CodecEngine> {
  memoryReserve.claim();
  return (await import('./engine.ts')).createEngine();
}

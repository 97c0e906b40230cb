import { systemClock } from '../../shared/clock.ts';
import { LeasedSemaphore } from '../lib/leased-semaphore.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { memoryReserve } from '../lib/memory-reserve.ts';
import { StallWatch } from '../../shared/stall-watch.ts';
import type { CodecEngine } from './codec-engine.ts';

/**
 * A job has 60 s of processor time (wrangler.toml) beside its waits for the bucket. The lease counts wall time: a
 * longer job runs beside the next, without memory for both.
 */
const CODEC_LEASE_MS = 90_000;
const READ_MS = 20_000;

const places = new LeasedSemaphore({ places: 1, leaseMs: CODEC_LEASE_MS, clock: systemClock });
/** A job takes the engine and returns it at the end; an interrupted or failed job loses it. */
let idleEngine: CodecEngine | null = null;

/**
 * One job at a time, within `CODEC_MEMORY_LIMIT_BYTES` of heaps and pixels. A waiting job has not read its source, and
 * a finished one has handed its result to `use`.
 * @throws {StallError} when the source does not arrive.
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

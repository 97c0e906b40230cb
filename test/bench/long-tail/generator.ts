import { measureAnswers, toRequest } from '../load.ts';
import { drawZipf } from './draw-zipf.ts';
import type { TailAnswered, TailLoad } from './tail-load.ts';

/** The load-generating process: answers each load message with a result message. */
process.on('message', (load: TailLoad) => {
  void run(load).then(
    (answered) => process.send?.(answered),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());

async function run(load: TailLoad): Promise<TailAnswered> {
  const origin = new URL(load.origin);
  const requests = load.paths.map((path) => toRequest(new URL(path, origin)));
  const indices = chooseIndices(load);
  const [first = Buffer.alloc(0)] = requests;
  const next = (): Buffer => requests[indices()] ?? first;
  const { user, system } = process.cpuUsage();
  const answered = await measureAnswers(origin, next, load);
  const used = process.cpuUsage();
  return { ...answered, generatorMs: (used.user + used.system - user - system) / 1000 };
}

function chooseIndices({ paths, zipf }: TailLoad): () => number {
  if (zipf !== undefined) return drawZipf(paths.length, zipf.exponent, zipf.seed);
  let index = -1;
  return () => (index = (index + 1) % paths.length);
}

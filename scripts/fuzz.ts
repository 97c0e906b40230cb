// Derives from mutated images: npm run fuzz -- [--count N] [--from SEED] [type …]
import { parseArgs } from 'node:util';
import { FUZZED_TYPES, fuzzType } from '../test/unit/worker/imaging/derive/fuzz.ts';
import { runScript, ScriptError } from './support/fail.ts';

const DEFAULT_COUNT = '2000';

await runScript(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      count: { type: 'string', default: DEFAULT_COUNT },
      from: { type: 'string', default: '0' },
    },
  });
  const [count, from] = [Number(values.count), Number(values.from)];
  if (!Number.isSafeInteger(count) || !Number.isSafeInteger(from)) {
    throw new ScriptError('--count and --from must be whole numbers.');
  }
  const types = FUZZED_TYPES.filter(
    (type) => positionals.length === 0 || positionals.includes(type.slice('image/'.length)),
  );
  let failed = 0;
  for (const type of types) {
    const seeds = Array.from({ length: count }, (_, index) => from + index);
    const { outcomes, failures, slowestMs } = await fuzzType(type, seeds);
    const counts = [...outcomes].map(([outcome, files]) => `${files} ${outcome}`).join(', ');
    console.log(`${type}: ${counts}; the slowest took ${Math.round(slowestMs)} ms`);
    for (const failure of failures) console.error(`  ${failure}`);
    failed += failures.length;
  }
  return failed === 0 ? 0 : 1;
});

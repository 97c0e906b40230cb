// Measures all benchmarks, or those named: npm run bench -- [name …] [--base REVISION] [--images NUMBER]
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printTable, type BenchOptions, type BenchRow } from '../test/bench/report.ts';
import { buildConsole } from './support/console-build.ts';
import { runScript, ScriptError } from './support/fail.ts';
import { ROOT } from './support/wrangler.ts';

const FOLDER = join(ROOT, 'test', 'bench');

interface BenchModule {
  readonly run?: (options: BenchOptions) => Promise<readonly BenchRow[]>;
}

await runScript(async () => {
  const { positionals: wanted, values } = parseArgs({
    allowPositionals: true,
    options: { base: { type: 'string' }, only: { type: 'string' }, images: { type: 'string' } },
  });
  const { base, only } = values;
  const images = values.images === undefined ? undefined : Number(values.images);
  await buildConsole();
  const benchmarks = await findBenchmarks();
  const names = benchmarks.map(({ name }) => name);
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new ScriptError(`There is no benchmark named ${unknown}; there are ${names.join(', ')}.`);
  }
  const rows: BenchRow[] = [];
  for (const { name, run } of benchmarks) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.log(`Measuring ${name}…`);
    rows.push(...(await run({ base, only, images })));
  }
  printTable(rows);
  return rows.every(({ pass }) => pass) ? 0 : 1;
});

/** Files of test/bench that export `run`, by name. */
async function findBenchmarks() {
  const files = readdirSync(FOLDER).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('-worker.ts'),
  );
  const modules = await Promise.all(
    files.sort().map(async (file) => {
      const { run } = (await import(join(FOLDER, file))) as BenchModule;
      return run === undefined ? [] : [{ name: file.slice(0, -'.ts'.length), run }];
    }),
  );
  return modules.flat();
}

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const MARK = 'LEDGER ';

const execute = promisify(execFile);

/**
 * What the test "the ledger" of an integration test file prints: it runs in workerd over the local bindings, as the tests
 * do. `parameter` is its LEDGER.
 */
export async function readLedger<Line>(file: string, parameter = '1'): Promise<Line[]> {
  const vitest = ['run', '--config', 'test/vitest.config.ts', '--project', 'integration'];
  const { stdout } = await execute(
    join(ROOT, 'node_modules/.bin/vitest'),
    [...vitest, '--silent=false', `integration/${file}`, '-t', 'the ledger'],
    { cwd: ROOT, env: { ...process.env, LEDGER: parameter }, maxBuffer: 2 ** 26 },
  );
  return stdout
    .split('\n')
    .flatMap((line) =>
      line.includes(MARK) ? [JSON.parse(line.slice(line.indexOf(MARK) + MARK.length)) as Line] : [],
    );
}

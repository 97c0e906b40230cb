// Checks everything: npm test -- [options and path filters of vitest]
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildConsole } from './support/console-build.ts';
import { runScript } from './support/fail.ts';
import { waitForExit, ROOT } from './support/wrangler.ts';

const CHECKS = [
  ['types', 'tsc', '--build', '--singleThreaded'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['format', 'oxfmt', '--check'],
] as const;

/**
 * The compiler and the type-aware linter spend a quarter of their time on freeing memory that their end frees anyway.
 * Several threads of them compute the same types, while the tests need the processors.
 */
const CHECK_ENV = { GOGC: 'off', GOMEMLIMIT: '3GiB', GOMAXPROCS: '1' };

interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

/** The part of vitest's JSON report in use. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { status: string; assertionResults: readonly unknown[] }[];
}

await runScript(async () => {
  const { passed, failed } = await checkAll(process.argv.slice(2));
  console.log(`${String(passed)} passed, ${String(failed)} failed`);
  return failed === 0 ? 0 : 1;
});

/** The checks run beside the build and the tests: neither keeps all processors busy. */
async function checkAll(args: string[]): Promise<Outcome> {
  // The tests' Worker serves the console.
  const testing = buildConsole().then(() => runVitest(args));
  const [failedChecks, { passed, failed }] = await Promise.all([runChecks(), testing]);
  for (const { name, output } of failedChecks) {
    console.error(`${output}\nThe check of ${name} failed; its findings are above.`);
  }
  return { passed, failed: failed + failedChecks.length };
}

interface FailedCheck {
  readonly name: string;
  readonly output: string;
}

/** In sequence; the output is kept until the tests have ended. */
async function runChecks(): Promise<FailedCheck[]> {
  const failed: FailedCheck[] = [];
  for (const [name, program, ...options] of CHECKS) {
    const child = start(program, options, 'pipe', CHECK_ENV);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    if ((await waitForExit(child)) !== 0) failed.push({ name, output });
  }
  return failed;
}

async function runVitest(args: readonly string[]): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-test-'));
  const path = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`];
  try {
    const config = join('test', 'vitest.config.ts');
    const options = ['run', '--config', config, ...reporters, ...args];
    const exitCode = await waitForExit(start('vitest', options, 'inherit'));
    return readOutcome(path, exitCode);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file that could not be loaded counts as a failed test. */
function readOutcome(path: string, exitCode: number): Outcome {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    return { passed: 0, failed: 1 };
  }
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const failed = report.numFailedTests + unloaded.length;
  // Errors outside any test fail the run too.
  return { passed: report.numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}

function start(
  program: string,
  args: readonly string[],
  output: 'inherit' | 'pipe',
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  return spawn(join(ROOT, 'node_modules', '.bin', program), args, {
    cwd: ROOT,
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env },
  });
}

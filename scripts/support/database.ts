import { ScriptError } from './fail.ts';
import { runWrangler } from './wrangler.ts';

/** Which database a script works on: a deployment's, or the local one, kept in `persistTo` (default .wrangler/state). */
export interface DatabaseTarget {
  readonly remote: boolean;
  readonly persistTo: string | undefined;
}

/** The options of every script that works on a database, for `parseArgs`. */
export const DATABASE_OPTIONS = {
  remote: { type: 'boolean', default: false },
  'persist-to': { type: 'string' },
} as const;

/**
 * Reads the target from a script's options.
 * @throws {ScriptError} when the options contradict each other.
 */
export function targetOf(values: {
  readonly remote: boolean;
  readonly 'persist-to'?: string | undefined;
}): DatabaseTarget {
  if (values.remote && values['persist-to'] !== undefined) {
    throw new ScriptError(
      '--remote and --persist-to exclude each other: the first is a deployment, the second a local state.',
    );
  }
  return { remote: values.remote, persistTo: values['persist-to'] };
}

/**
 * Applies the migrations that the database lacks.
 * @throws {ScriptError} with wrangler's own words when one fails.
 */
export async function applyMigrations(target: DatabaseTarget): Promise<void> {
  const run = await runWrangler(['d1', 'migrations', 'apply', 'DB', ...flagsOf(target)]);
  if (run.exitCode === 0) return;
  const advice = target.remote
    ? 'Nothing of the migration that failed was applied.'
    : 'If nothing in it is worth keeping, delete that directory and start again.';
  throw new ScriptError(
    `${run.stdout}${run.stderr}\nThe migrations could not be applied to ${describeTarget(target)}; the reason is above. ${advice}`,
  );
}

/** How a sentence names the database. */
export function describeTarget({ remote, persistTo }: DatabaseTarget): string {
  return remote
    ? "the deployment's database"
    : `the local database in ${persistTo ?? '.wrangler/state'}`;
}

function flagsOf({ remote, persistTo }: DatabaseTarget): string[] {
  return [
    remote ? '--remote' : '--local',
    ...(persistTo === undefined ? [] : ['--persist-to', persistTo]),
  ];
}

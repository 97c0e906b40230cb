import { ScriptError } from './fail.ts';

/** A deployment's database, or the local one in `persistTo` (default .wrangler/state). */
export interface DatabaseTarget {
  readonly remote: boolean;
  readonly persistTo: string | undefined;
}

export const DEPLOYMENT: DatabaseTarget = { remote: true, persistTo: undefined };

/** For `parseArgs`. */
export const DATABASE_OPTIONS = {
  remote: { type: 'boolean', default: false },
  'persist-to': { type: 'string' },
} as const;

/** @throws {ScriptError} when the options contradict each other. */
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

/** For sentences. */
export function describeTarget({ remote, persistTo }: DatabaseTarget): string {
  return remote
    ? "the deployment's database"
    : `the local database in ${persistTo ?? '.wrangler/state'}`;
}

import { readFromWrangler } from '../support/wrangler.ts';
import { ScriptError } from '../support/fail.ts';

/** Null if the account has no such Worker yet. @throws {ScriptError} when the account cannot be read. */
export async function readSecretNames(): Promise<ReadonlySet<string> | null> {
  try {
    const list = await readFromWrangler(['secret', 'list', '--format', 'json']);
    const secrets = JSON.parse(list) as readonly { readonly name: string }[];
    return new Set(secrets.map(({ name }) => name));
  } catch (error) {
    // The only sign of a missing Worker.
    if (error instanceof ScriptError && /Worker "[^"]+" not found/u.test(error.message))
      return null;
    throw error;
  }
}

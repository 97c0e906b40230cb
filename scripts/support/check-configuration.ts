import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { parseConfig } from '../../src/config.ts';
import { ScriptError } from './fail.ts';
import { readWranglerConfig } from './wrangler-config.ts';
import { ROOT } from './wrangler.ts';

/** Options with which `wrangler dev` reads its settings elsewhere: then the Worker alone knows them. */
const ELSEWHERE = ['config', 'env', 'env-file'] as const;

/**
 * Checks the settings that `wrangler dev` will take with these options, as the Worker will: it would say the same, but
 * only once everything has started.
 * @throws {ScriptError} that names every setting that is missing or out of range.
 */
export function checkConfiguration(args: readonly string[]): void {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: {
      config: { ...option, short: 'c' },
      env: { ...option, short: 'e' },
      'env-file': option,
      var: { ...option, multiple: true },
    },
  });
  if (ELSEWHERE.some((name) => values[name] !== undefined)) return;
  const given = (values.var ?? []).map((text) => splitVar(String(text)));
  try {
    parseConfig({
      ...readWranglerConfig().vars,
      ...readLocalSecrets(),
      ...Object.fromEntries(given),
    });
  } catch (error) {
    throw new ScriptError(error instanceof Error ? error.message : String(error));
  }
}

function readLocalSecrets(): NodeJS.Dict<string> {
  const path = join(ROOT, '.dev.vars');
  return existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {};
}

/** Of `NAME:VALUE`. */
function splitVar(text: string): [name: string, value: string] {
  const at = text.indexOf(':');
  return [text.slice(0, at), text.slice(at + 1)];
}

import { parseArgs } from 'node:util';
import { parseConfig } from '../../src/worker/config.ts';
import { ScriptError } from './fail.ts';
import { readLocalSecrets } from './local-secrets.ts';
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
  const { values, tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    options: {
      config: { ...option, short: 'c' },
      env: { ...option, short: 'e' },
      'env-file': option,
      var: { ...option, multiple: true },
    },
  });
  const isElsewhere = ELSEWHERE.some((name) => values[name] !== undefined);
  if (isElsewhere || process.env['CLOUDFLARE_ENV'] !== undefined) return;
  const given = readVars(tokens).map(splitVar);
  try {
    parseConfig({
      ...readWranglerConfig().vars,
      ...readLocalSecrets(ROOT),
      ...Object.fromEntries(given),
    });
  } catch (error) {
    throw new ScriptError(error instanceof Error ? error.message : String(error));
  }
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];

/** The values of each `--var`, which may have several: `--var A:1 B:2`. */
function readVars(tokens: readonly Token[]): string[] {
  const given: string[] = [];
  let isOfVar = false;
  for (const token of tokens) {
    if (token.kind !== 'positional') isOfVar = token.kind === 'option' && token.name === 'var';
    if (isOfVar && token.kind !== 'option-terminator') given.push(token.value ?? '');
  }
  return given;
}

/** Of `NAME:VALUE`; a name alone is empty. */
function splitVar(text: string): [name: string, value: string] {
  const [name = '', ...value] = text.split(':');
  return [name, value.join(':')];
}

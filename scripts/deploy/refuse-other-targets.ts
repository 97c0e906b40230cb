import { ScriptError } from '../support/fail.ts';
import type { Environment } from '../support/read-environment.ts';
import { readWranglerConfig } from '../support/wrangler-config.ts';

/** By these `wrangler deploy` alone would take another Worker or account than the steps before it. */
const CHOOSING = /^(?:--(?:name|env|env-file|config|cwd|profile)(?==|$)|-[ce](?==|$))/u;

/**
 * A key ring would be replaced in each deployment of a Worker whose secrets nobody has looked at.
 * @throws {ScriptError} that names the option or variable.
 */
export function refuseOtherTargets(options: readonly string[], env: Environment): void {
  for (const option of options) {
    const [chosen] = CHOOSING.exec(option) ?? [];
    if (chosen !== undefined) throw otherTarget(chosen);
  }
  const { CLOUDFLARE_ENV: environment = '', WRANGLER_CI_OVERRIDE_NAME: connected = '' } = env;
  if (environment !== '') throw otherTarget('CLOUDFLARE_ENV');
  const { name } = readWranglerConfig();
  if (connected === '' || connected === name) return;
  throw new ScriptError(
    `Workers Builds deploys the Worker ${connected}, and wrangler.toml names ${name}: set name = "${connected}" there.`,
  );
}

function otherTarget(chosen: string): ScriptError {
  return new ScriptError(
    `npm run deploy takes no ${chosen}: the Worker is the one that wrangler.toml names, in the account that ` +
      'CLOUDFLARE_ACCOUNT_ID chooses.',
  );
}

import { ScriptError } from '../support/fail.ts';

/** By these `wrangler deploy` alone would take another Worker or account than the steps before it. */
const CHOOSING = /^(?:--(?:name|env|env-file|config|cwd|profile)(?==|$)|-[ce](?==|$))/u;

/**
 * A key ring would be replaced in each deployment of a Worker whose secrets nobody has looked at.
 * @throws {ScriptError} that names the option.
 */
export function refuseOtherTargets(options: readonly string[]): void {
  for (const option of options) {
    const [chosen] = CHOOSING.exec(option) ?? [];
    if (chosen === undefined) continue;
    throw new ScriptError(
      `npm run deploy takes no ${chosen}: the Worker is the one that wrangler.toml names, in the account that ` +
        'CLOUDFLARE_ACCOUNT_ID chooses.',
    );
  }
}

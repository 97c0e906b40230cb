import { parseConfig } from '../../src/worker/config.ts';
import { ScriptError } from './fail.ts';
import { readLocalSecrets } from './local-secrets.ts';
import { readWranglerConfig } from './wrangler-config.ts';
import { ROOT } from './wrangler.ts';

/**
 * Checks the settings of a local server before it starts, as the Worker will; `vars` override wrangler.toml.
 * @throws {ScriptError} that names every setting that is missing or out of range.
 */
export function checkConfiguration(vars: Readonly<Record<string, string>>): void {
  try {
    parseConfig({ ...readWranglerConfig().vars, ...readLocalSecrets(ROOT), ...vars });
  } catch (error) {
    throw new ScriptError(error instanceof Error ? error.message : String(error));
  }
}

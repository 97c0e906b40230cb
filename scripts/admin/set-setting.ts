import { readFileSync } from 'node:fs';
import { openDatabases } from '../../src/worker/db/open-databases.ts';
import { DomainError } from '../../src/worker/domain/errors.ts';
import { SETTING_KEYS, type SettingKey } from '../../src/worker/domain/settings/registry.ts';
import { writeSettings } from '../../src/worker/domain/settings/write-settings.ts';
import { toWireError } from '../../src/worker/http/wire-errors.ts';
import { systemClock } from '../../src/shared/clock.ts';
import type { DatabaseTarget } from '../support/database-target.ts';
import { openMigrated } from '../support/database.ts';
import { ScriptError } from '../support/fail.ts';

/** These depend on the deployment's vars, which a script does not see. */
const KEYS_OF_THE_SERVICE: ReadonlySet<SettingKey> = new Set(['storage_path']);
/** Scripts may switch the captcha off, for when nobody can sign in any more: that needs no vars. */
const CAPTCHA_KEY: SettingKey = 'captcha_provider';

export const SCRIPT_KEYS = SETTING_KEYS.filter((key) => !KEYS_OF_THE_SERVICE.has(key));

/**
 * A value that begins with @ names a file whose base64 form is the value.
 * @throws {ScriptError} when scripts may not set the key or the value, or the value is not valid.
 */
export async function setSetting(
  target: DatabaseTarget,
  key: string,
  value: string,
): Promise<void> {
  if (!SCRIPT_KEYS.some((known) => known === key)) {
    throw new ScriptError(`${key} cannot be set here. Settable keys: ${SCRIPT_KEYS.join(', ')}.`);
  }
  if (key === CAPTCHA_KEY && value !== 'none') {
    throw new ScriptError(
      `${key} can only be set to none here: other values are checked in /api/v1/admin/configs.`,
    );
  }
  const entry = { key, value: readValue(value) };
  await using bindings = await openMigrated(target);
  try {
    await writeSettings({ ...openDatabases(bindings.DB), clock: systemClock }, null, [entry]);
  } catch (error) {
    if (error instanceof DomainError) throw new ScriptError(`${toWireError(error).message}.`);
    throw error;
  }
  console.log(`${key} is set.`);
}

function readValue(value: string): string {
  if (!value.startsWith('@')) return value;
  const path = value.slice(1);
  try {
    return readFileSync(path).toString('base64');
  } catch (error) {
    throw new ScriptError(`${path} cannot be read: ${String(error)}`);
  }
}

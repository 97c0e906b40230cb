import { inArray } from 'drizzle-orm';
import { query, jsonValues } from '../../db/query.ts';
import { settings } from '../../db/schema/settings.ts';
import { prepareAll, type Params, type Statement } from '../../db/statement.ts';
import type { Services } from '../services.ts';
import {
  defaultSettingText,
  parseSetting,
  type SettingKey,
  type SettingValues,
} from './registry.ts';

export async function readSettings<Key extends SettingKey>(
  { db, config }: Pick<Services, 'db' | 'config'>,
  keys: readonly Key[],
): Promise<Pick<SettingValues, Key>> {
  return db.run(selectSettings(keys, config));
}

export function selectSettings<Key extends SettingKey>(
  keys: readonly Key[],
  config: Services['config'],
): Statement<Pick<SettingValues, Key>> {
  const statement = selectEntries({ keys });
  return {
    ...statement,
    read: (outcome) => {
      const stored = new Map(statement.read(outcome).map(({ key, text }) => [key, text]));
      const entries = keys.map((key) => [key, readValue(key, stored.get(key), config)]);
      return Object.fromEntries(entries) as Pick<SettingValues, Key>;
    },
  };
}

/** A stored text's value, or the default. */
export function readValue<Key extends SettingKey>(
  key: Key,
  text: string | undefined,
  config: Services['config'],
): SettingValues[Key] {
  const stored = text === undefined ? null : parseSetting(key, text);
  if (stored?.ok === true) return stored.value;
  // An invalid stored value dates from a less strict rule.
  const fallback = parseSetting(key, defaultSettingText(key, config));
  if (!fallback.ok) throw new TypeError(`The default of ${key} is refused: ${fallback.error}`);
  return fallback.value;
}

const selectEntries = prepareAll((p: Params<{ keys: readonly string[] }>) =>
  query
    .select({ key: settings.configKey, text: settings.configValue })
    .from(settings)
    .where(inArray(settings.configKey, jsonValues(p.keys))),
);

import { statement } from '../../db/database.ts';
import type { Outcome, Statement } from '../../db/statement.ts';
import type { Services } from '../services.ts';
import {
  defaultSettingText,
  parseSetting,
  type SettingKey,
  type SettingValues,
} from './registry.ts';

/** Selects the stored entries of these keys, for a batch; `settingsFrom` reads its rows. */
export const selectSettings = (keys: readonly SettingKey[]): Statement<Outcome> =>
  statement(
    'SELECT config_key, config_value FROM settings WHERE config_key IN (SELECT value FROM json_each(?))',
    JSON.stringify(keys),
  );

const valueOf = <Key extends SettingKey>(
  key: Key,
  stored: unknown,
  config: Services['config'],
): SettingValues[Key] => {
  const held = typeof stored === 'string' ? parseSetting(key, stored) : null;
  if (held?.ok === true) return held.value;
  // Every write is checked: only a rule that has become stricter since leaves such a text behind.
  const fallback = parseSetting(key, defaultSettingText(key, config));
  if (!fallback.ok) throw new TypeError(`The default of ${key} is refused: ${fallback.error}`);
  return fallback.value;
};

/** The values in force, from the rows of `selectSettings`: what is stored, otherwise the default. */
export const settingsFrom = <Key extends SettingKey>(
  rows: readonly Readonly<Record<string, unknown>>[],
  keys: readonly Key[],
  config: Services['config'],
): Pick<SettingValues, Key> => {
  const stored = new Map(rows.map((row) => [row['config_key'], row['config_value']]));
  const entries = keys.map((key) => [key, valueOf(key, stored.get(key), config)]);
  return Object.fromEntries(entries) as Pick<SettingValues, Key>;
};

/** Reads the values in force in one round trip. */
export const readSettings = async <Key extends SettingKey>(
  { db, config }: Pick<Services, 'db' | 'config'>,
  keys: readonly Key[],
): Promise<Pick<SettingValues, Key>> =>
  settingsFrom(await db.all(selectSettings(keys)), keys, config);

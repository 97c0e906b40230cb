import { query } from '../../db/query.ts';
import { settings } from '../../db/schema/settings.ts';
import { prepareAll } from '../../db/statement.ts';
import type { Services } from '../services.ts';
import { defaultSettingText, parseSetting, SETTING_KEYS, type SettingKey } from './registry.ts';

export interface SettingRecord {
  readonly key: SettingKey;
  readonly value: string;
  readonly defaultValue: string;
  readonly updatedAt: number | null;
  /** Null for defaults, the operator's shell and deleted users. */
  readonly updatedBy: number | null;
}

export async function listSettings({
  directory,
  config,
}: Pick<Services, 'directory' | 'config'>): Promise<SettingRecord[]> {
  const rows = await directory.run(selectStored());
  const stored = new Map(rows.map((row) => [row.configKey, row]));
  return SETTING_KEYS.map((key) => {
    const { configValue, updatedAt = null, updatedBy = null } = stored.get(key) ?? {};
    const defaultValue = defaultSettingText(key, config);
    const isInForce = configValue !== undefined && parseSetting(key, configValue).ok;
    return {
      key,
      value: isInForce ? configValue : defaultValue,
      defaultValue,
      updatedAt,
      updatedBy,
    };
  });
}

const selectStored = prepareAll(() => query.select().from(settings));

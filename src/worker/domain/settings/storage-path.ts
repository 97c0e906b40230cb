import { eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { settings } from '../../db/schema/settings.ts';
import type { SettingKey } from './registry.ts';

export function storagePathInForce(fallback: SQLWrapper): SQL<string> {
  const key = 'storage_path' satisfies SettingKey;
  return sql<string>`coalesce((SELECT ${settings.configValue} FROM ${settings}
    WHERE ${eq(settings.configKey, key)}), ${fallback})`;
}

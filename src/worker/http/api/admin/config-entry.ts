import { z } from '@hono/zod-openapi';
import type { SettingRecord } from '../../../domain/settings/list-settings.ts';
import { SETTING_KEYS } from '../../../domain/settings/registry.ts';
import { toTimestamp } from '../../../../shared/clock.ts';

export const ConfigList = z
  .object({
    items: z.array(
      z
        .object({
          config_key: z.enum(SETTING_KEYS),
          config_value: z.string().openapi({ description: 'What is in force' }),
          default_value: z.string().openapi({ description: 'What holds while nothing is set' }),
          updated_at: z.iso.datetime().nullable(),
          updated_by: z.int().nullable().openapi({ description: 'The id of an administrator' }),
        })
        .openapi('ConfigEntry'),
    ),
  })
  .openapi('ConfigList');

export function toConfigList(records: readonly SettingRecord[]): z.infer<typeof ConfigList> {
  return {
    items: records.map(({ key, value, defaultValue, updatedAt, updatedBy }) => ({
      config_key: key,
      config_value: value,
      default_value: defaultValue,
      updated_at: updatedAt === null ? null : toTimestamp(updatedAt),
      updated_by: updatedBy,
    })),
  };
}

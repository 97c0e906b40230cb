import { inArray, sql } from 'drizzle-orm';
import { prepareGuard } from '../../db/guard.ts';
import { settings } from '../../db/schema/settings.ts';
import { prepareOne, type Params, type Statement } from '../../db/statement.ts';
import type { Config } from '../../config.ts';
import type { MarkFault } from '../../imaging/watermark/find-mark-fault.ts';
import { WATERMARK_KEYS } from '../../../shared/watermark-layout.ts';
import type { Services } from '../services.ts';
import { readValue } from './read-settings.ts';
import type { SettingKey } from './registry.ts';
import { invalidSetting, type SettingEntry } from './setting-entry.ts';
import { toWatermark, type WatermarkSettings } from './watermark-settings.ts';

/** Colour and layout cannot make a watermark undrawable. */
const DRAWN_KEYS = [
  'watermark_enabled',
  'watermark_kind',
  'watermark_text',
  'watermark_image',
] as const satisfies readonly SettingKey[];

type DrawnKey = (typeof DRAWN_KEYS)[number];
type Texts = Readonly<Partial<Record<SettingKey, string>>>;

/** The console reads this text and those of `describeMarkFault`. */
export const UNSET_MARK = 'must be set while the watermark is on';
export const WATERMARK_CHANGED = 'watermark_changed';

/**
 * Draws the watermark that the entries and the stored settings make together, if it is on, and each new image. Returns
 * guards for the batch that stores the entries: they refuse it with WATERMARK_CHANGED once the stored settings differ.
 * Without a configuration, as in the operator's shell, nothing can be drawn, and a watermark that is on is refused.
 * @throws {DomainError} invalid_parameter, with the setting to correct at the start of its message.
 */
export async function judgeWatermark(
  { directory, config }: Pick<Services, 'directory'> & Partial<Pick<Services, 'config'>>,
  entries: readonly SettingEntry[],
): Promise<Statement<number>[]> {
  const changes: Texts = Object.fromEntries(entries.map(({ key, value }) => [key, value]));
  if (DRAWN_KEYS.every((key) => changes[key] === undefined)) return [];
  const { stored } = await directory.run(selectStored());
  const texts: Texts = { ...(JSON.parse(stored) as Texts), ...changes };
  if (config !== undefined) await requireDrawable(changes, parseAll(texts, config));
  else if (texts.watermark_enabled === 'true') {
    const fault = 'a watermark that is on is only changed in /api/v1/admin/configs, which draws it';
    throw invalidSetting('watermark_enabled', fault);
  }
  return [requireStored({ stored })];
}

function parseAll(texts: Texts, config: Config): WatermarkSettings {
  const values = WATERMARK_KEYS.map((key) => [key, readValue(key, texts[key], config)]);
  return Object.fromEntries(values) as WatermarkSettings;
}

async function requireDrawable(changes: Texts, values: WatermarkSettings): Promise<void> {
  const { watermark_enabled: isOn, watermark_kind: kind } = values;
  const isImageNew = (changes.watermark_image ?? '') !== '';
  if (isImageNew) {
    const asImage = { ...values, watermark_enabled: true, watermark_kind: 'image' } as const;
    await draw(asImage, 'watermark_image');
  }
  const key = `watermark_${kind}` as const;
  const isDecided = (['watermark_enabled', 'watermark_kind', key] as const).some(
    (name) => changes[name] !== undefined,
  );
  if (isOn && isDecided && !(isImageNew && kind === 'image')) await draw(values, key);
}

async function draw(values: WatermarkSettings, key: DrawnKey): Promise<void> {
  const watermark = toWatermark(values);
  if (!watermark.ok) throw invalidSetting(key, UNSET_MARK);
  if (watermark.value === null) return;
  const { findMarkFault } = await import('../../imaging/watermark/find-mark-fault.ts');
  const fault = await findMarkFault(watermark.value);
  if (fault !== null) throw invalidSetting(key, describeMarkFault(fault));
}

export function describeMarkFault(fault: MarkFault): string {
  switch (fault.kind) {
    case 'damaged_image':
      return 'is damaged and cannot be drawn';
    case 'invisible_text':
      return 'must have a visible character while the watermark is on';
    case 'missing_glyphs':
      return `has characters that the font lacks: ${fault.characters.join(' ')}`;
  }
}

const storedTexts = sql`(SELECT json_group_object(${settings.configKey}, ${settings.configValue} ORDER BY ${settings.configKey})
  FROM ${settings} WHERE ${inArray(settings.configKey, WATERMARK_KEYS)})`;

const selectStored = prepareOne(() => sql<{ stored: string }>`SELECT ${storedTexts} AS stored`);

const requireStored = prepareGuard(
  WATERMARK_CHANGED,
  (p: Params<{ stored: string }>) => sql`${storedTexts} = ${p.stored}`,
);

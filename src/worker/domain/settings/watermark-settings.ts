import type { Watermark } from '../../imaging/watermark/watermark.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { WATERMARK_KEYS } from '../../../shared/watermark-layout.ts';
import type { SettingValues } from './registry.ts';

export type WatermarkSettings = Pick<SettingValues, (typeof WATERMARK_KEYS)[number]>;

/** An error when the text or image of a wanted watermark is missing. */
export function toWatermark(
  settings: WatermarkSettings,
): Result<Watermark | null, 'watermark_unusable'> {
  if (!settings.watermark_enabled) return ok(null);
  const layout = {
    position: settings.watermark_position,
    opacity: settings.watermark_opacity,
    scale: settings.watermark_scale,
    margin: settings.watermark_margin,
    tiling: settings.watermark_tiling,
  };
  if (settings.watermark_kind === 'image') {
    const bytes = settings.watermark_image;
    return bytes === null ? err('watermark_unusable') : ok({ ...layout, kind: 'image', bytes });
  }
  const text = settings.watermark_text.trim();
  if (text === '') return err('watermark_unusable');
  return ok({ ...layout, kind: 'text', text, color: settings.watermark_color });
}

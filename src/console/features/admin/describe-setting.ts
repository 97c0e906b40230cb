import type { SettingKey } from './model/setting-rules.ts';
import { formatDuration, formatPercent } from '../../state/format.ts';
import { adminText } from '../../text/admin.ts';

export function describeSetting(key: SettingKey, value: string): string {
  const { settings, watermark, audit } = adminText.value;
  switch (key) {
    case 'captcha_provider':
      return lookUp(settings.providers, value);
    case 'registration':
      return lookUp(settings.modes, value);
    case 'private_token_ttl_default_ms':
      return formatDuration(Number(value));
    case 'watermark_kind':
      return lookUp(watermark.kinds, value);
    case 'watermark_position':
      return lookUp(watermark.positions, value);
    case 'watermark_opacity':
    case 'watermark_scale':
    case 'watermark_margin':
      return formatPercent(Number(value));
    case 'watermark_enabled':
    case 'watermark_tiling':
      return value === 'true' ? watermark.on : watermark.off;
    case 'site_language':
    case 'storage_path':
    case 'watermark_color':
    case 'watermark_image':
    case 'watermark_text':
      return value === '' ? audit.nothing : value;
  }
}

function lookUp(words: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(words, value) ? (words[value] ?? value) : value;
}

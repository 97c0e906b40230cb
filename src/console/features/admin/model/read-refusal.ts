import type { ApiError } from '../../../../client/errors.ts';
import { STORAGE_PATH_IN_USE } from '../../../../shared/error-codes.ts';
import type { SettingFault, SettingKey } from './setting-rules.ts';

/** A refused setting and the reason; `words` is the service's text. */
export interface SettingRefusal {
  readonly key: SettingKey | null;
  readonly fault: SettingFault | null;
  readonly words: string | null;
}

const NAMED = /^([a-z_]+): (.+)$/su;
const MISSING = /^([A-Z_]+) must be set /u;
const UNDRAWN = /^has characters that the font lacks: (.+)$/u;

/** Reads the setting of a refusal, whose message begins with the key (`captcha_provider: …`). */
export function readSettingRefusal(
  { code, message }: Pick<ApiError, 'code' | 'message'>,
  keys: readonly SettingKey[],
): SettingRefusal {
  if (code === STORAGE_PATH_IN_USE) return { key: 'storage_path', fault: null, words: null };
  const [, name, words] = NAMED.exec(message) ?? [];
  const key = keys.find((known) => known === name);
  if (key === undefined || words === undefined) return { key: null, fault: null, words: null };
  return { key, fault: readFault(key, words), words };
}

function readFault(key: SettingKey, words: string): SettingFault | null {
  // Browsers decode animated WebP, which the service refuses.
  if (words.startsWith('must be a PNG ')) return { kind: 'imageKind' };
  if (words.startsWith('is damaged ')) return { kind: 'imageDamaged' };
  if (key === 'watermark_image' && words.startsWith('must be set '))
    return { kind: 'imageMissing' };
  if (key === 'watermark_text' && words.endsWith(' while the watermark is on')) {
    return { kind: 'textMissing' };
  }
  const undrawn = UNDRAWN.exec(words)?.[1];
  if (undrawn !== undefined) return { kind: 'textUnknown', detail: undrawn };
  if (words.startsWith('CROSS_ORIGIN_ISOLATION ')) return { kind: 'isolation' };
  const missing = MISSING.exec(words)?.[1];
  return missing === undefined ? null : { kind: 'missing', detail: missing };
}

import type { ApiError } from '../../../../client/errors.ts';
import { STORAGE_PATH_IN_USE } from '../../../../shared/error-codes.ts';
import type { SettingFault, SettingKey } from './setting-rules.ts';

/** What the service refused: the entry that it names, and why; `words` are its own. */
export interface SettingRefusal {
  readonly key: SettingKey | null;
  readonly fault: SettingFault | null;
  readonly words: string | null;
}

const NAMED = /^([a-z_]+): (.+)$/su;
const MISSING = /^([A-Z_]+) must be set /u;

/** Reads which entry a refusal is about: its message begins with the key (`captcha_provider: …`). */
export function readSettingRefusal(
  { code, message }: Pick<ApiError, 'code' | 'message'>,
  keys: readonly SettingKey[],
): SettingRefusal {
  if (code === STORAGE_PATH_IN_USE) return { key: 'storage_path', fault: null, words: null };
  const [, name, words] = NAMED.exec(message) ?? [];
  const key = keys.find((known) => known === name);
  if (key === undefined || words === undefined) return { key: null, fault: null, words: null };
  return { key, fault: readFault(words), words };
}

function readFault(words: string): SettingFault | null {
  // Of what is a picture to the browser, the service takes no WebP that moves.
  if (words.startsWith('must be a PNG ')) return { kind: 'imageKind' };
  if (words.startsWith('CROSS_ORIGIN_ISOLATION ')) return { kind: 'isolation' };
  const missing = MISSING.exec(words)?.[1];
  return missing === undefined ? null : { kind: 'missing', detail: missing };
}

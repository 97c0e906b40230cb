import { toBase62 } from '../../shared/base62.ts';
import { utf8 } from '../../shared/bytes.ts';
import { crc32 } from '../../shared/crc32.ts';

const LENGTH = 6;

/** CRC-32 in base 62: recognises mistyped and cut-off tokens. Anybody can make it. */
export function checksumOf(text: string): string {
  return toBase62(crc32(utf8(text)), LENGTH);
}

import { startsWithAscii } from './source/slice-exactly.ts';

export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/avif' | 'image/gif';

/** Enough for every type: an AVIF's file type box lists its brands. */
export const SNIFF_BYTES = 512;

export function sniffImageType(head: Uint8Array): ImageType | null {
  if (startsWith(head, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(head, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(head, 'GIF87a') || startsWith(head, 'GIF89a')) return 'image/gif';
  if (startsWith(head, 'RIFF') && startsWith(head, 'WEBP', 8)) return 'image/webp';
  return isAvif(head) ? 'image/avif' : null;
}

function startsWith(head: Uint8Array, signature: string, offset = 0): boolean {
  return startsWithAscii(head.subarray(offset), signature);
}

/** Major or compatible brand (ISO 14496-12, 4.3; AV1 Image File Format, 6). */
function isAvif(head: Uint8Array): boolean {
  if (head.length < 16 || !startsWith(head, 'ftyp', 4)) return false;
  const boxBytes = new DataView(head.buffer, head.byteOffset).getUint32(0);
  const end = Math.min(boxBytes, head.length);
  for (let at = 8; at + 4 <= end; at += 4) {
    const isMinorVersion = at === 12;
    if (isMinorVersion) continue;
    if (startsWith(head, 'avif', at) || startsWith(head, 'avis', at)) return true;
  }
  return false;
}

import { extensionsOf } from '../../../shared/variants.ts';

/** File names end at 255 bytes; the rest is for the id, the extension and a browser's additions. */
const MAX_STEM_BYTES = 180;

/** Separators, Windows' reserved characters, controls and invisible format characters. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}/\\:*?"<>|]+/gu;

const EXTENSION = /(?<=.)\.[A-Za-z0-9]{1,8}$/u;

export function nameEntry(imageId: number, filename: string, mimeType: string): string {
  return `images/${nameFile(imageId, filename, mimeType)}`;
}

/** The leading id keeps names unique in any case or Unicode form, and never reserved, hidden or outside the folder. */
export function nameFile(imageId: number, filename: string, mimeType: string): string {
  const safe = filename.toWellFormed().normalize('NFC').replace(EXTENSION, '').replace(UNSAFE, '_');
  const stem = cutToBytes(safe, MAX_STEM_BYTES).replace(/[. ]+$/u, '');
  const name = stem === '' ? String(imageId) : `${String(imageId)}-${stem}`;
  const [extension = 'bin'] = extensionsOf(mimeType);
  return `${name}.${extension}`;
}

function cutToBytes(text: string, maxBytes: number): string {
  const encoder = new TextEncoder();
  let cut = '';
  let bytes = 0;
  for (const character of text) {
    bytes += encoder.encode(character).byteLength;
    if (bytes > maxBytes) break;
    cut += character;
  }
  return cut;
}

import { extensionsOf } from '../../../shared/variants.ts';

/** A file system's names end at 255 bytes; what the id, the extension and a browser's own additions need stays free. */
const MAX_STEM_BYTES = 180;

/**
 * What no file system takes or shows for what it is: separators, Windows' reserved characters, controls, and the
 * invisible format characters that turn a name around.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}/\\:*?"<>|]+/gu;

const EXTENSION = /(?<=.)\.[A-Za-z0-9]{1,8}$/u;

/**
 * Names an image's path inside an archive. The id comes first, so that no two images of any volume share a name, in any
 * case or Unicode form, and none is a name that a system reserves, a hidden file or a way out of the folder. The
 * extension says what the stored file is, whatever the person's file was.
 */
export function nameEntry(imageId: number, filename: string, mimeType: string): string {
  const safe = filename.toWellFormed().normalize('NFC').replace(EXTENSION, '').replace(UNSAFE, '_');
  const stem = cutToBytes(safe, MAX_STEM_BYTES).replace(/[. ]+$/u, '');
  const name = stem === '' ? String(imageId) : `${String(imageId)}-${stem}`;
  const [extension = 'bin'] = extensionsOf(mimeType);
  return `images/${name}.${extension}`;
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

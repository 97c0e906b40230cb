import { fromBase64 } from '../../../../shared/bytes.ts';
import {
  WATERMARK_IMAGE_MAX_BYTES,
  WATERMARK_IMAGE_MAX_EDGE,
} from '../../../../shared/watermark-layout.ts';

export type MarkImageFault = 'imageKind' | 'imageBytes' | 'imageEdge';

const KINDS = new Set(['image/png', 'image/webp']);
const PNG_SIGNATURE = '\u0089PNG\r\n\u001a\n';

/** The fault of a watermark image, or null. The service checks it again. */
export async function checkMarkImage(file: Blob): Promise<MarkImageFault | null> {
  if (!KINDS.has(file.type)) return 'imageKind';
  if (file.size > WATERMARK_IMAGE_MAX_BYTES) return 'imageBytes';
  try {
    const bitmap = await createImageBitmap(file);
    const longest = Math.max(bitmap.width, bitmap.height);
    bitmap.close();
    return longest > WATERMARK_IMAGE_MAX_EDGE ? 'imageEdge' : null;
  } catch {
    return 'imageKind';
  }
}

/** The stored image, decoded from base64; null without one. */
export function toImageFile(base64: string): Blob | null {
  const bytes = base64 === '' ? null : fromBase64(base64);
  if (bytes === null) return null;
  const isPng = String.fromCharCode(...bytes.subarray(0, PNG_SIGNATURE.length)) === PNG_SIGNATURE;
  return new Blob([bytes], { type: isPng ? 'image/png' : 'image/webp' });
}

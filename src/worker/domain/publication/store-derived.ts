import { sha256Hex, toHex } from '../../../shared/bytes.ts';
import type { Size } from '../../../shared/pixels.ts';
import { VARIANT_MIME_TYPE } from '../../../shared/variants.ts';
import type { Services } from '../services.ts';

export interface DerivedFile extends Size {
  readonly size: number;
  readonly sha256: string;
}

interface MadeFile extends Size {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mimeType?: string;
}

/** Stores a file under its key if absent. The commit describes the stored object, so row and object agree. */
export async function storeDerived(
  { objects }: Pick<Services, 'objects'>,
  key: string,
  { bytes, width, height, mimeType = VARIANT_MIME_TYPE }: MadeFile,
): Promise<DerivedFile> {
  const sha256 = await sha256Hex(bytes);
  const outcome = await objects.putNew(key, bytes, sha256, mimeType);
  if (outcome === 'stored') return { size: bytes.byteLength, sha256, width, height };
  const present = outcome === 'exists' ? await objects.head(key) : null;
  if (present?.checksums.sha256 === undefined) {
    throw new Error(`${key} was not stored: ${outcome}`);
  }
  return { size: present.size, sha256: toHex(present.checksums.sha256), width, height };
}

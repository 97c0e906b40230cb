import { sha256Hex, toHex } from '../../../shared/bytes.ts';
import type { Size } from '../../../shared/pixels.ts';
import { VARIANT_MIME_TYPE } from '../../../shared/variants.ts';
import type { Services } from '../services.ts';

/** An object that the service made. */
export interface DerivedFile extends Size {
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
}

interface MadeFile extends Size {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** That of pipeline 2 if not given. */
  readonly mimeType?: string;
}

/**
 * Stores what was made under its key unless a worker before this one has. An object there is never replaced: whoever
 * commits describes the object that is there, so row and object cannot differ.
 */
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

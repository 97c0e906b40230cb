import { inspectSource } from '../../../imaging/source/inspect-source.ts';
import { SNIFF_BYTES, sniffImageType, type ImageType } from '../../../imaging/sniff.ts';
import { ImageError } from '../../../imaging/image-error.ts';
import type { ImageForm, ReceiveForm } from '../legacy/image-form.ts';
import { GrowingBuffer } from './growing-buffer.ts';

export interface ReceivedFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly form: ImageForm;
}

/** @throws {DomainError} file_missing, body_too_large, and what `receive` throws. */
export async function collectFile(receive: ReceiveForm, maxBytes: number): Promise<ReceivedFile> {
  const buffer = new GrowingBuffer(maxBytes);
  const form = await receive(async (piece) => buffer.append(piece));
  return { bytes: buffer.finish(), form };
}

export interface FileKind {
  readonly mimeType: ImageType;
  readonly isMoving: boolean;
}

/** Null for a file that is no image. */
export async function readKind(file: Uint8Array): Promise<FileKind | null> {
  const mimeType = sniffImageType(file.subarray(0, SNIFF_BYTES));
  if (mimeType === null) return null;
  try {
    return { mimeType, isMoving: (await inspectSource(mimeType, file)).animated };
  } catch (error) {
    if (error instanceof ImageError) return null;
    throw error;
  }
}

import type { Visibility } from '../../db/schema/images.ts';

export interface ImageForm {
  readonly filename: string;
  /** Null for the file's name without its extension. */
  readonly title: string | null;
  readonly description: string;
  readonly altText?: string;
  readonly visibility: Visibility;
}

/**
 * Reads a request, passes on its file's bytes in order, and returns the form's other fields. Fails soon after the
 * signal is aborted.
 */
export type ReceiveForm = (
  take: (bytes: Uint8Array) => Promise<void>,
  signal?: AbortSignal,
) => Promise<ImageForm>;

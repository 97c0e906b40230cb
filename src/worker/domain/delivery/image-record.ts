import { create } from 'content-disposition';
import { baseName } from '../../lib/base-name.ts';
import { LEGACY_EXTENSIONS } from '../../../shared/variants.ts';
import type { ImageRecord } from '../../storage/edge-cache.ts';
import type { StoredVariant } from './find-published.ts';

const EXTENSION = /\.[^.]*$/u;

interface Described {
  readonly id: number;
  readonly filename: string;
  readonly pipelineVersion: number;
  /** Null for all. */
  readonly allowedSites: string | null;
  readonly variant: Omit<StoredVariant, 'objectKey'>;
}

/** `readAt` is the start of the row's read (milliseconds). */
export function toImageRecord(
  { id, filename, pipelineVersion, allowedSites, variant }: Described,
  readAt: number,
): ImageRecord {
  const { sha256, createdAt, size, mimeType } = variant;
  return {
    imageId: id,
    etag: `"${sha256}"`,
    lastModifiedMs: createdAt,
    size,
    mimeType,
    disposition: create(nameServed(filename, mimeType), { type: 'inline' }),
    isLegacy: pipelineVersion === 1,
    ...(allowedSites === null ? {} : { allowedSites }),
    readAt,
  };
}

/** For "Save as": the base name with an extension of the type that is sent. */
export function nameServed(filename: string, mimeType: string): string {
  const name = baseName(filename.toWellFormed());
  const extensions = Object.entries(LEGACY_EXTENSIONS)
    .filter(([, type]) => type === mimeType)
    .map(([extension]) => `.${extension}`);
  const own = EXTENSION.exec(name)?.[0].toLowerCase() ?? '';
  const [usual] = extensions;
  return usual === undefined || extensions.includes(own)
    ? name
    : `${name.replace(EXTENSION, '')}${usual}`;
}

import { STORED_PART_KINDS, VARIANT_MIME_TYPE } from '../../src/shared/variants.ts';
import { listPossibleKeys } from '../../src/worker/domain/variants/possible-keys.ts';
import { readPacked } from '../../src/worker/domain/variants/stored-variants.ts';
import { OPEN_STATUSES } from '../../src/worker/domain/uploads/upload-state.ts';
import type { PageObject, TableRows } from './page-file.ts';

export interface NeededObject extends PageObject {
  /** Others may be erased already. */
  readonly isRequired: boolean;
}

/** Of an image whose variants are malformed: nothing tells which of them exist. */
export interface DoubtfulImage {
  readonly id: number;
  readonly keys: readonly string[];
}

export interface ListedObjects {
  readonly needed: readonly NeededObject[];
  readonly doubtful: readonly DoubtfulImage[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Variants, and the uploaded parts that an upload or a repeated publication may still need. */
export function listObjects(tables: readonly TableRows[]): ListedObjects {
  const sessions = new Map(
    readFields(tables, 'upload_sessions').map((session) => [session['upload_id'], session]),
  );
  const parts = readFields(tables, 'upload_parts').flatMap((part) => {
    const { status, reserved_bytes } = sessions.get(part['upload_id']) ?? {};
    const isWanted = part['status'] === 'uploaded' && Number(reserved_bytes) > 0;
    return isWanted ? [describe(part, VARIANT_MIME_TYPE, isNeeded(part['kind'], status))] : [];
  });
  const packed = listPacked(tables);
  const objects = [
    ...readFields(tables, 'image_variants').map((row) => describe(row, row['mime_type'], true)),
    ...packed.needed,
    ...parts,
  ];
  // A part that became a variant has the same key.
  const needed = [...new Map(objects.reverse().map((object) => [object.key, object])).values()];
  return { needed, doubtful: packed.doubtful };
}

function listPacked(tables: readonly TableRows[]): ListedObjects {
  const needed: NeededObject[] = [];
  const doubtful: DoubtfulImage[] = [];
  const files = new Map(readFields(tables, 'image_files').map((file) => [file['id'], file]));
  const owners = ['images', 'trashed_images'].flatMap((name) => readFields(tables, name));
  for (const image of owners) {
    const file = files.get(image['image_file_id']) ?? {};
    const { variants: packed } = file;
    if (typeof packed !== 'string') continue;
    const uniqueLink = String(image['unique_link']);
    const path = typeof file['storage_path'] === 'string' ? file['storage_path'] : null;
    try {
      const at = Number(file['created_at']);
      for (const variant of readPacked({ link: uniqueLink, path, at, packed })) {
        const { objectKey: key, size, sha256, mimeType: contentType } = variant;
        needed.push({ key, size, sha256, contentType, isRequired: true });
      }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      const pipelineVersion = Number(image['pipeline_version']);
      const keys = listPossibleKeys({ pipelineVersion, uniqueLink, storagePath: path });
      doubtful.push({ id: Number(image['id']), keys });
    }
  }
  return { needed, doubtful };
}

function readFields(tables: readonly TableRows[], wanted: string): Fields[] {
  return tables
    .filter(({ name }) => name === wanted)
    .flatMap(({ columns, rows }) =>
      rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]]))),
    );
}

function describe(row: Fields, contentType: unknown, isRequired: boolean): NeededObject {
  return {
    key: String(row['object_key']),
    size: Number(row['size']),
    sha256: String(row['sha256']),
    contentType: String(contentType),
    isRequired,
  };
}

/** As `npm run fsck` demands them. */
function isNeeded(kind: unknown, status: unknown): boolean {
  if (status === 'processing') return !STORED_PART_KINDS.some((stored) => stored === kind);
  return OPEN_STATUSES.some((open) => open === status);
}

import { STORED_PART_KINDS, VARIANT_MIME_TYPE } from '../../src/shared/variants.ts';
import { readPacked } from '../../src/worker/domain/variants/stored-variants.ts';
import { OPEN_STATUSES } from '../../src/worker/domain/uploads/upload-state.ts';
import type { PageObject, TableRows } from './page-file.ts';

export interface NeededObject extends PageObject {
  /** Others may be erased already. */
  readonly isRequired: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** Variants, and the uploaded parts that an upload or a repeated publication may still need. */
export function listObjects(tables: readonly TableRows[]): NeededObject[] {
  const sessions = new Map(
    readFields(tables, 'upload_sessions').map((session) => [session['upload_id'], session]),
  );
  const parts = readFields(tables, 'upload_parts').flatMap((part) => {
    const { status, reserved_bytes } = sessions.get(part['upload_id']) ?? {};
    const isWanted = part['status'] === 'uploaded' && Number(reserved_bytes) > 0;
    return isWanted ? [describe(part, VARIANT_MIME_TYPE, isNeeded(part['kind'], status))] : [];
  });
  const objects = [
    ...readFields(tables, 'image_variants').map((row) => describe(row, row['mime_type'], true)),
    ...listPacked(tables),
    ...parts,
  ];
  // A part that became a variant has the same key.
  return [...new Map(objects.reverse().map((object) => [object.key, object])).values()];
}

function listPacked(tables: readonly TableRows[]): NeededObject[] {
  const files = new Map(readFields(tables, 'image_files').map((file) => [file['id'], file]));
  const owners = ['images', 'trashed_images'].flatMap((name) => readFields(tables, name));
  return owners.flatMap((image) => {
    const { created_at, storage_path, variants } = files.get(image['image_file_id']) ?? {};
    if (typeof variants !== 'string') return [];
    return readPacked({
      link: String(image['unique_link']),
      path: String(storage_path),
      at: Number(created_at),
      packed: variants,
    }).map(({ objectKey: key, size, sha256, mimeType: contentType }) => ({
      key,
      size,
      sha256,
      contentType,
      isRequired: true,
    }));
  });
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

import { eq, sql, type SQL } from 'drizzle-orm';
import { jsonRows, query } from '../../db/query.ts';
import type { trashedImages } from '../../db/schema/trash.ts';
import { imageFiles, images, imageVariants } from '../../db/schema/images.ts';
import { prepareWrite, type Params, type Statement } from '../../db/statement.ts';
import { derivativeKey, originalKey, variantKey } from '../../storage/keys.ts';
import {
  packVariants,
  unpackVariants,
  type PackedVariant,
  type StoredKind,
} from './packed-variants.ts';

/** An object of an image in the bucket. Width and height are upright. */
export interface StoredVariant extends PackedVariant {
  readonly objectKey: string;
}

interface PackedFile {
  readonly link: string;
  readonly path: string | null;
  /** Creation of the file. */
  readonly at: number;
  readonly packed: string;
}

/** The tables whose rows have a file. */
export type FileOwner = typeof images | typeof trashedImages;

interface FileRow extends PackedFile {
  readonly rows: readonly StoredVariant[];
}

/**
 * A field of a query over `images`, or over the trash: packed variants and, until the task `pack_variants` is done, rows of `image_variants`.
 * This is the only place that reads both forms.
 */
export function storedVariants(owner: FileOwner = images): SQL<StoredVariant[]> {
  return fileOf(owner).mapWith(readFile);
}

export const MALFORMED = 'malformed';

/** For many images: a malformed one stops only itself. */
export function checkedVariants(
  owner: FileOwner = images,
): SQL<StoredVariant[] | typeof MALFORMED> {
  return fileOf(owner).mapWith((text: string) => {
    try {
      return readFile(text);
    } catch (error) {
      if (error instanceof RangeError) return MALFORMED;
      throw error;
    }
  });
}

/** For a query that joins the owner from the left: null without one. */
export const joinedVariants: (owner?: FileOwner) => SQL<StoredVariant[] | typeof MALFORMED | null> =
  checkedVariants;

function fileOf(owner: FileOwner): SQL {
  const file = sql.join(
    [
      sql`'link', ${owner.uniqueLink}`,
      sql`'path', ${imageFiles.storagePath}`,
      sql`'at', ${imageFiles.createdAt}`,
      sql`'packed', hex(${imageFiles.variants})`,
      sql`'rows', json(${variantRows(eq(imageVariants.imageFileId, imageFiles.id))})`,
    ],
    sql`, `,
  );
  return sql`(SELECT json_object(${file}) FROM ${imageFiles} WHERE ${eq(imageFiles.id, owner.imageFileId)})`;
}

/** The old form alone. */
export function variantRows(where: SQL): SQL<readonly StoredVariant[]> {
  return jsonRows(imageVariants, ROW_FIELDS, sql`WHERE ${where}`);
}

const ROW_FIELDS = {
  kind: imageVariants.kind,
  objectKey: imageVariants.objectKey,
  mimeType: imageVariants.mimeType,
  size: imageVariants.size,
  sha256: imageVariants.sha256,
  width: imageVariants.width,
  height: imageVariants.height,
  createdAt: imageVariants.createdAt,
};

/** @throws {RangeError} for malformed ones. */
function readFile(text: string): StoredVariant[] {
  const { rows, ...file } = JSON.parse(text) as FileRow;
  return [...readPacked(file), ...rows];
}

/** @throws {RangeError} for malformed ones. */
export function readPacked({ link, path, at, packed }: PackedFile): StoredVariant[] {
  return unpackVariants(packed, at).map((variant) => {
    if (path === null) throw new RangeError(`the variants of ${link} have no path`);
    return { ...variant, objectKey: keyOf(path, link, variant.kind) };
  });
}

export function keyOf(storagePath: string, uniqueLink: string, kind: StoredKind): string {
  if (kind === 'original') return originalKey(storagePath, uniqueLink);
  return kind === 'webp' || kind === 'avif'
    ? derivativeKey(originalKey(storagePath, uniqueLink), kind)
    : variantKey(storagePath, uniqueLink, kind);
}

/** The inverse of `variantKey` and `originalKey`. */
export function storagePathOf(objectKey: string): string {
  return objectKey.split('/').slice(0, -2).join('/');
}

/** Goes in the batch that stores the variant's object. */
export function addVariant(
  { imageFileId, fileCreatedAt }: { readonly imageFileId: number; readonly fileCreatedAt: number },
  { objectKey, ...variant }: StoredVariant,
): Statement<number> {
  return appendVariant({
    imageFileId,
    size: variant.size,
    storagePath: storagePathOf(objectKey),
    packed: packVariants([variant], fileCreatedAt),
  });
}

// SQLite joins BLOBs to a text of the same bytes.
const appendVariant = prepareWrite(
  (p: Params<{ imageFileId: number; size: number; storagePath: string; packed: string }>) =>
    query
      .update(imageFiles)
      .set({
        size: sql`${imageFiles.size} + ${p.size}`,
        storagePath: p.storagePath,
        variants: sql`CAST(coalesce(${imageFiles.variants}, x'') || unhex(${p.packed}) AS BLOB)`,
      })
      .where(eq(imageFiles.id, p.imageFileId)),
);

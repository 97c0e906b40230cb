import type { VariantGeometry } from './recipe-geometry.ts';
import { VARIANT_EXTENSION, VARIANT_MIME_TYPE } from './variant-format.ts';

export { VARIANT_EXTENSION, VARIANT_MIME_TYPE };

interface Variant {
  readonly pipeline: 1 | 2;
  readonly madeBy: 'client' | 'publish' | 'avif';
  readonly madeFrom: string | null;
  /** False: erased after publication. */
  readonly isStored: boolean;
  /** The file that the owner gets back; one kind per pipeline. */
  readonly isMaster: boolean;
  readonly access: 'by_visibility' | 'owner_and_admins' | 'nobody';
  /** While the image is public. */
  readonly isCacheable: boolean;
  /** Null: the type of the upload. */
  readonly mimeType: string | null;
  /** Quality is 0 to 100. Null: stored as uploaded, or with the size and quality of its source. */
  readonly recipe: (VariantGeometry & { readonly quality: number }) | null;
}

/**
 * Pipeline 2 is in the order of the recipe, pipeline 1 in the order of making. Sizes in pixels. Every list of kinds in
 * code, SQL, links and checks is derived from this table.
 */
export const VARIANTS = {
  master: {
    pipeline: 2,
    madeBy: 'client',
    madeFrom: null,
    isStored: true,
    isMaster: true,
    access: 'owner_and_admins',
    isCacheable: false,
    mimeType: VARIANT_MIME_TYPE,
    recipe: { fit: 'original', quality: 80 },
  },
  gallery: {
    pipeline: 2,
    madeBy: 'client',
    madeFrom: null,
    isStored: true,
    isMaster: false,
    access: 'by_visibility',
    isCacheable: true,
    mimeType: VARIANT_MIME_TYPE,
    recipe: { fit: 'cover', width: 400, height: 400, quality: 60 },
  },
  admin: {
    pipeline: 2,
    madeBy: 'client',
    madeFrom: null,
    isStored: true,
    isMaster: false,
    access: 'owner_and_admins',
    isCacheable: false,
    mimeType: VARIANT_MIME_TYPE,
    recipe: { fit: 'cover', width: 120, height: 160, quality: 60 },
  },
  publish_source: {
    pipeline: 2,
    madeBy: 'client',
    madeFrom: null,
    isStored: false,
    isMaster: false,
    access: 'nobody',
    isCacheable: false,
    mimeType: VARIANT_MIME_TYPE,
    recipe: { fit: 'contain', longEdge: 2048, quality: 80 },
  },
  publish: {
    pipeline: 2,
    madeBy: 'publish',
    madeFrom: 'publish_source',
    isStored: true,
    isMaster: false,
    access: 'by_visibility',
    isCacheable: true,
    mimeType: VARIANT_MIME_TYPE,
    recipe: null,
  },
  original: {
    pipeline: 1,
    madeBy: 'client',
    madeFrom: null,
    isStored: true,
    isMaster: true,
    access: 'by_visibility',
    isCacheable: true,
    mimeType: null,
    recipe: null,
  },
  webp: {
    pipeline: 1,
    madeBy: 'publish',
    madeFrom: 'original',
    isStored: true,
    isMaster: false,
    access: 'by_visibility',
    isCacheable: true,
    mimeType: 'image/webp',
    recipe: { fit: 'original', quality: 80 },
  },
  avif: {
    pipeline: 1,
    madeBy: 'avif',
    madeFrom: 'original',
    isStored: true,
    isMaster: false,
    access: 'by_visibility',
    isCacheable: true,
    mimeType: 'image/avif',
    recipe: { fit: 'original', quality: 50 },
  },
} as const satisfies Readonly<Record<string, Variant>>;

/** Of `/i/<asset_link>.webp`. */
export const DEFAULT_KIND = 'publish';

export const SOURCE_KIND = VARIANTS[DEFAULT_KIND].madeFrom;

export const PART_KINDS = kindsWhere({ pipeline: 2, madeBy: 'client' });

export const VARIANT_KINDS = kindsWhere({ pipeline: 2, isStored: true });

export const STORED_PART_KINDS = kindsWhere({ pipeline: 2, madeBy: 'client', isStored: true });

export const DERIVED_KINDS = kindsWhere({ pipeline: 2, madeBy: 'publish' });

export const RESTRICTED_KINDS = kindsWhere({ access: 'owner_and_admins' });

/** Cached under a public alias only. */
export const CACHEABLE_KINDS = kindsWhere({ pipeline: 2, isCacheable: true });

export const LEGACY_KINDS = kindsWhere({ pipeline: 1, isStored: true });

export const DERIVATIVE_KINDS = kindsWhere({ madeFrom: 'original' });

export const MASTER_KINDS = kindsWhere({ isMaster: true });
export const [MASTER_KIND] = kindsWhere({ pipeline: 2, isMaster: true });
export const [ORIGINAL_KIND] = kindsWhere({ pipeline: 1, isMaster: true });

export const JOB_KINDS = [...new Set(Object.values(VARIANTS).map(({ madeBy }) => madeBy))].filter(
  (maker) => maker !== 'client',
) as [JobKind, ...JobKind[]];

export const LEGACY_EXTENSIONS = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
} as const;

export type PartKind = (typeof PART_KINDS)[number];
export type StoredPartKind = (typeof STORED_PART_KINDS)[number];
export type VariantKind = (typeof VARIANT_KINDS)[number];
export type DerivedKind = (typeof DERIVED_KINDS)[number];
export type LegacyKind = (typeof LEGACY_KINDS)[number];
export type DerivativeKind = (typeof DERIVATIVE_KINDS)[number];
export type JobKind = Exclude<(typeof VARIANTS)[keyof typeof VARIANTS]['madeBy'], 'client'>;
export type LegacyExtension = keyof typeof LEGACY_EXTENSIONS;
export type RestrictedKind = (typeof RESTRICTED_KINDS)[number];
export type CacheableKind = (typeof CACHEABLE_KINDS)[number];

export function isStoredPart(kind: PartKind): kind is StoredPartKind {
  return VARIANTS[kind].isStored;
}

export function isRestricted(kind: VariantKind): kind is RestrictedKind {
  return VARIANTS[kind].access === 'owner_and_admins';
}

/** The usual one first; empty for unknown types. */
export function extensionsOf(mimeType: string): readonly string[] {
  return Object.entries(LEGACY_EXTENSIONS).flatMap(([extension, type]) =>
    type === mimeType ? [extension] : [],
  );
}

type KindWhere<Columns> = {
  [Kind in keyof typeof VARIANTS]: (typeof VARIANTS)[Kind] extends Columns ? Kind : never;
}[keyof typeof VARIANTS];

function kindsWhere<const Columns extends Partial<Variant>>(
  columns: Columns,
): readonly [KindWhere<Columns>, ...KindWhere<Columns>[]] {
  const wanted = Object.entries(columns);
  const kinds = Object.entries<Variant>(VARIANTS)
    .filter(([, row]) => wanted.every(([name, value]) => row[name as keyof Variant] === value))
    .map(([kind]) => kind);
  // The filter by value mirrors KindWhere.
  return kinds as unknown as readonly [KindWhere<Columns>, ...KindWhere<Columns>[]];
}

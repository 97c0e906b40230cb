import type { VariantGeometry } from './recipe-geometry.ts';
import { VARIANT_EXTENSION, VARIANT_MIME_TYPE } from './variant-format.ts';

export { VARIANT_EXTENSION, VARIANT_MIME_TYPE };

/** One kind of picture that there may be of an image. */
interface Variant {
  /** The pipeline whose images have it. */
  readonly pipeline: 1 | 2;
  /** The client, who uploads it, or a job of the service, which derives it. */
  readonly madeBy: 'client' | 'publish' | 'avif';
  /** The kind that it is derived of; null for what the client uploads. */
  readonly madeFrom: string | null;
  /** Whether it is kept as a variant of the image; a part that is not is erased after publication. */
  readonly isStored: boolean;
  /** Whether it is the file that the image's owner gets back; one kind of each pipeline is. */
  readonly isMaster: boolean;
  /** Who may read it: everyone whom the image's visibility admits, or its owner and administrators. */
  readonly access: 'by_visibility' | 'owner_and_admins' | 'nobody';
  /** Whether public caches may hold it, as long as the image is public. */
  readonly isCacheable: boolean;
  /** Null for what keeps the type that it came with. */
  readonly mimeType: string | null;
  /**
   * What is to be made. Quality is that of the format's encoder, lossy, 0 to 100. Null for what is kept as it came, and
   * for what has size and quality of its source.
   */
  readonly recipe: (VariantGeometry & { readonly quality: number }) | null;
}

/**
 * Every kind of picture: of pipeline 2 in the order of the recipe (specification, Fixed recipe assets), of pipeline 1 in
 * the order in which it is made. Sizes in pixels. Each list of kinds in code, SQL, links and checks follows from this
 * table.
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

/** The variant that `/i/<asset_link>.webp` means. */
export const DEFAULT_KIND = 'publish';

/** The part of which that variant is made. */
export const SOURCE_KIND = VARIANTS[DEFAULT_KIND].madeFrom;

/** The upload parts, in the recipe's order. */
export const PART_KINDS = kindsWhere({ pipeline: 2, madeBy: 'client' });

/** What is stored of a published image of pipeline 2. */
export const VARIANT_KINDS = kindsWhere({ pipeline: 2, isStored: true });

/** The parts that become variants as they are. */
export const STORED_PART_KINDS = kindsWhere({ pipeline: 2, madeBy: 'client', isStored: true });

/** The variants of pipeline 2 that the service derives. */
export const DERIVED_KINDS = kindsWhere({ pipeline: 2, madeBy: 'publish' });

/** The variants that only an image's owner and administrators may read. */
export const RESTRICTED_KINDS = kindsWhere({ access: 'owner_and_admins' });

/** The variants of pipeline 2 that public caches may hold, under a public alias only. */
export const CACHEABLE_KINDS = kindsWhere({ pipeline: 2, isCacheable: true });

/** What is stored of an image of pipeline 1. */
export const LEGACY_KINDS = kindsWhere({ pipeline: 1, isStored: true });

/** What the service derives of an original. */
export const DERIVATIVE_KINDS = kindsWhere({ madeFrom: 'original' });

/** The file that an image's owner gets back: of either pipeline, of pipeline 2, and of pipeline 1. */
export const MASTER_KINDS = kindsWhere({ isMaster: true });
export const [MASTER_KIND] = kindsWhere({ pipeline: 2, isMaster: true });
export const [ORIGINAL_KIND] = kindsWhere({ pipeline: 1, isMaster: true });

/** The jobs of the service that make variants, in the table's order. */
export const JOB_KINDS = [...new Set(Object.values(VARIANTS).map(({ madeBy }) => madeBy))].filter(
  (maker) => maker !== 'client',
) as [JobKind, ...JobKind[]];

/** What a pipeline-1 link may end with, and the type that it asks for (specification, Direct image route 2). */
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

/** Whether a part becomes a variant as it is. */
export function isStoredPart(kind: PartKind): kind is StoredPartKind {
  return VARIANTS[kind].isStored;
}

/** Whether only an image's owner and administrators may read this variant. */
export function isRestricted(kind: VariantKind): kind is RestrictedKind {
  return VARIANTS[kind].access === 'owner_and_admins';
}

/** What a file of a type may end with, the usual extension first; nothing for a type that no image has. */
export function extensionsOf(mimeType: string): readonly string[] {
  return Object.entries(LEGACY_EXTENSIONS).flatMap(([extension, type]) =>
    type === mimeType ? [extension] : [],
  );
}

type KindWhere<Columns> = {
  [Kind in keyof typeof VARIANTS]: (typeof VARIANTS)[Kind] extends Columns ? Kind : never;
}[keyof typeof VARIANTS];

/** The kinds whose rows have these values, in the table's order. */
function kindsWhere<const Columns extends Partial<Variant>>(
  columns: Columns,
): readonly [KindWhere<Columns>, ...KindWhere<Columns>[]] {
  const wanted = Object.entries(columns);
  const kinds = Object.entries<Variant>(VARIANTS)
    .filter(([, row]) => wanted.every(([name, value]) => row[name as keyof Variant] === value))
    .map(([kind]) => kind);
  // Filtering by value is what KindWhere does by type.
  return kinds as unknown as readonly [KindWhere<Columns>, ...KindWhere<Columns>[]];
}

import type { VariantGeometry } from './recipe-geometry.ts';

/** One kind of picture that is made of a pipeline-2 image. */
interface Variant {
  /** The client uploads it as a part, or the service derives it. */
  readonly madeBy: 'client' | 'service';
  /** Whether it is kept as a variant of the image; a part that is not is erased after publication. */
  readonly isStored: boolean;
  /** Who may read it: everyone whom the image's visibility admits, or its owner and administrators. */
  readonly access: 'by_visibility' | 'owner_and_admins' | 'nobody';
  /** Whether public caches may hold it, as long as the image is public. */
  readonly isCacheable: boolean;
  /**
   * What the client has to make; null for what the service makes. Quality is that of a lossy WebP encoder, 0 to 100.
   */
  readonly recipe: (VariantGeometry & { readonly quality: number }) | null;
}

/**
 * Every kind of picture that is made of a pipeline-2 image, in the order of the recipe (specification, Fixed recipe
 * assets). Sizes in pixels. Each list of kinds in code, SQL, links and checks follows from this table.
 */
export const VARIANTS = {
  master: {
    madeBy: 'client',
    isStored: true,
    access: 'owner_and_admins',
    isCacheable: false,
    recipe: { fit: 'original', quality: 80 },
  },
  gallery: {
    madeBy: 'client',
    isStored: true,
    access: 'by_visibility',
    isCacheable: true,
    recipe: { fit: 'cover', width: 400, height: 400, quality: 60 },
  },
  admin: {
    madeBy: 'client',
    isStored: true,
    access: 'owner_and_admins',
    isCacheable: false,
    recipe: { fit: 'cover', width: 120, height: 160, quality: 60 },
  },
  publish_source: {
    madeBy: 'client',
    isStored: false,
    access: 'nobody',
    isCacheable: false,
    recipe: { fit: 'contain', longEdge: 2048, quality: 80 },
  },
  publish: {
    madeBy: 'service',
    isStored: true,
    access: 'by_visibility',
    isCacheable: true,
    recipe: null,
  },
} as const satisfies Readonly<Record<string, Variant>>;

/** The format of every part and variant (specification: persisted variants are WebP only). */
export const VARIANT_MIME_TYPE = 'image/webp';
export const VARIANT_EXTENSION = 'webp';

/** The variant that `/i/<asset_link>.webp` means. */
export const DEFAULT_KIND = 'publish';

/** The upload parts, in the recipe's order. */
export const PART_KINDS = kindsWhere({ madeBy: 'client' });

/** What is stored of a published image. */
export const VARIANT_KINDS = kindsWhere({ isStored: true });

/** The parts that become variants as they are. */
export const STORED_PART_KINDS = kindsWhere({ madeBy: 'client', isStored: true });

/** The variants that the service derives. */
export const DERIVED_KINDS = kindsWhere({ madeBy: 'service', isStored: true });

/** The variants that only an image's owner and administrators may read. */
export const RESTRICTED_KINDS = kindsWhere({ access: 'owner_and_admins' });

/** The variants that public caches may hold, under a public alias only. */
export const CACHEABLE_KINDS = kindsWhere({ isCacheable: true });

/**
 * What is stored of a pipeline-1 image, in the order in which it is made: the file as it was uploaded, and what the
 * service derives from it at its own size. Each may be read by whoever the image's visibility admits, and kept by
 * public caches as long as the image is public. Quality is that of the format's encoder, 1 to 100; null for what is
 * kept as it is.
 */
export const LEGACY_VARIANTS = {
  original: { mimeType: null, quality: null },
  webp: { mimeType: 'image/webp', quality: 80 },
  avif: { mimeType: 'image/avif', quality: 50 },
} as const;

export const LEGACY_KINDS = ['original', 'webp', 'avif'] as const satisfies readonly LegacyKind[];

/** What a pipeline-1 link may end with, and the type that it asks for (specification, Direct image route 2). */
export const LEGACY_EXTENSIONS = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
} as const;

/** The file that an image's owner gets back: of pipeline 2 and of pipeline 1. */
export const MASTER_KINDS = ['master', 'original'] as const satisfies readonly (
  | VariantKind
  | LegacyKind
)[];

export type PartKind = (typeof PART_KINDS)[number];
export type StoredPartKind = (typeof STORED_PART_KINDS)[number];
export type VariantKind = (typeof VARIANT_KINDS)[number];
export type LegacyKind = keyof typeof LEGACY_VARIANTS;
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

/** Every key in R2 and KV is made here. */

/** Variants of a pipeline-2 image, each one WebP object. */
export const VARIANT_KINDS = ['master', 'gallery', 'admin', 'publish'] as const;

export type VariantKind = (typeof VARIANT_KINDS)[number];

/** Where a variant of a pipeline-2 image is stored: it follows from the link alone. */
export const variantKey = (storagePath: string, uniqueLink: string, kind: VariantKind): string =>
  `${storagePath}/${uniqueLink}/${kind}.webp`;

/** Where `publish_source` waits until its image is published. */
export const stagingKey = (stagingPath: string, uploadId: string): string =>
  `${stagingPath}/${uploadId}/publish_source.webp`;

/** Where another variant of the image with a variant under `key` is stored. */
export const siblingKey = (key: string, kind: VariantKind): string =>
  `${key.slice(0, key.lastIndexOf('/'))}/${kind}.webp`;

/** Every key under which a pipeline-2 upload may have left an object, from those of its `master` and `publish_source`. */
export const uploadKeys = (masterKey: string, sourceKey: string): string[] => [
  ...VARIANT_KINDS.map((kind) => siblingKey(masterKey, kind)),
  sourceKey,
];

/** Read by the readiness check; it need not exist. */
export const READINESS_KEY = 'readiness';

/** The variants that caches may hold, under a public alias only. */
export const CACHED_KINDS = ['gallery', 'publish'] as const;

export type CachedKind = (typeof CACHED_KINDS)[number];

/** The path under which caches hold a public variant: its shortest public link. */
export const cachePath = (uniqueLink: string, kind: CachedKind): string =>
  kind === 'publish' ? `/i/${uniqueLink}.webp` : `/i/${uniqueLink}/${kind}.webp`;

/** Where the edge cache remembers that a link's image was changed. No image has such a link. */
export const changeMarkPath = (uniqueLink: string): string => `/i/${uniqueLink}/changed`;

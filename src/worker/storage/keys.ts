import {
  CACHEABLE_KINDS,
  DEFAULT_KIND,
  DERIVATIVE_KINDS,
  LEGACY_EXTENSIONS,
  VARIANT_EXTENSION,
  ORIGINAL_KIND,
  SOURCE_KIND,
  VARIANT_KINDS,
  type CacheableKind,
  type DerivativeKind,
  type LegacyExtension,
  type VariantKind,
} from '../../shared/variants.ts';
import {
  RENDITION_EXTENSIONS,
  RENDITION_FORMATS,
  RENDITION_WIDTHS,
  renditionPath,
  type RenditionFormat,
} from '../../shared/renditions.ts';

/** Need not exist. */
export const READINESS_KEY = 'readiness';

export const SITE_FACTS_KEY = 'site-facts';

export function variantKey(storagePath: string, uniqueLink: string, kind: VariantKind): string {
  return `${storagePath}/${uniqueLink}/${kind}.${VARIANT_EXTENSION}`;
}

export function stagingKey(stagingPath: string, uploadId: string): string {
  return `${stagingPath}/${uploadId}/${SOURCE_KIND}.${VARIANT_EXTENSION}`;
}

/** All that a pipeline-2 upload may have left. */
export function uploadKeys(masterKey: string, sourceKey: string): string[] {
  return [...VARIANT_KINDS.map((kind) => siblingKey(masterKey, kind)), sourceKey];
}

export function siblingKey(key: string, kind: VariantKind): string {
  return `${key.slice(0, key.lastIndexOf('/'))}/${kind}.${VARIANT_EXTENSION}`;
}

export function originalKey(storagePath: string, uniqueLink: string): string {
  return `${storagePath}/${uniqueLink}/${ORIGINAL_KIND}`;
}

export function derivativeKey(original: string, kind: DerivativeKind): string {
  return `${original.slice(0, original.lastIndexOf('/'))}/derived.${kind}`;
}

/** All that a pipeline-1 upload may have left. */
export function legacyKeys(original: string): string[] {
  return [original, ...DERIVATIVE_KINDS.map((kind) => derivativeKey(original, kind))];
}

/** Of renditions in the bucket, which any rule may empty at any time. No variant has a key under it. */
export const RENDITION_PREFIX = 'renditions/';

/** A width in pixels; the source's own width; that of `master`, of which a caller may see no more than `publish`. */
export type RenditionName = (typeof RENDITION_NAMES)[number];

const RENDITION_NAMES = [
  ...RENDITION_WIDTHS.map((width) => `${width}` as const),
  'full',
  'full-master',
] as const;

/** `folder` is the asset link, for pipeline 1 too: no request reads what was kept under the other visibility. */
export function renditionKey(folder: string, name: RenditionName, format: RenditionFormat): string {
  return `${RENDITION_PREFIX}${folder}/${name}.${format}`;
}

export function renditionKeys(folder: string): string[] {
  const formats = Object.keys(RENDITION_FORMATS) as RenditionFormat[];
  return RENDITION_NAMES.flatMap((name) => formats.map((f) => renditionKey(folder, name, f)));
}

/** Of a public image. */
export function renditionPaths(uniqueLink: string): string[] {
  return RENDITION_WIDTHS.flatMap((width) =>
    RENDITION_EXTENSIONS.map((extension) => renditionPath(uniqueLink, width, extension)),
  );
}

export function cachePath(uniqueLink: string, kind: CacheableKind): string {
  const name = kind === DEFAULT_KIND ? uniqueLink : `${uniqueLink}/${kind}`;
  return `/i/${name}.${VARIANT_EXTENSION}`;
}

export function legacyPath(uniqueLink: string, extension: LegacyExtension | null): string {
  return `/i/${uniqueLink}${extension === null ? '' : `.${extension}`}`;
}

/** The facts of a public image's share page. A version that writes another shape must use another path. */
export function pagePath(uniqueLink: string): string {
  return `/p/${uniqueLink}`;
}

export function memoryPaths(uniqueLink: string): string[] {
  return [
    pagePath(uniqueLink),
    legacyPath(uniqueLink, null),
    ...Object.keys(LEGACY_EXTENSIONS).map((extension) =>
      legacyPath(uniqueLink, extension as LegacyExtension),
    ),
    ...CACHEABLE_KINDS.map((kind) => cachePath(uniqueLink, kind)),
  ];
}

/** No image has such a path. */
export function tombstonePath(uniqueLink: string): string {
  return `/i/${uniqueLink}/changed`;
}

/** More shards cost more reads; with fewer, a change ends more images. */
export const LINK_SHARDS = 4;

export function shardOf(uniqueLink: string): number {
  return (uniqueLink.codePointAt(0) ?? 0) % LINK_SHARDS;
}

export function epochPath(shard: number): string {
  return `/i/${String(shard)}/changed`;
}

/** Outlives a purge of the epoch. No image has such a path. */
export function lastChangePath(shard: number): string {
  return `/i/${String(shard)}/changed-at`;
}

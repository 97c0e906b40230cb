import type { DerivativePlan } from '../../imaging/derive/derivative.ts';
import { fitInto } from '../../../shared/recipe-geometry.ts';
import { NEGOTIATED, RENDITION_FORMATS, type RenditionFormat } from '../../../shared/renditions.ts';
import {
  DEFAULT_KIND,
  DERIVATIVE_KINDS,
  MASTER_KIND,
  ORIGINAL_KIND,
} from '../../../shared/variants.ts';
import type { RenditionName } from '../../storage/keys.ts';
import type { RenditionLink } from '../links/parse-link.ts';
import { defaultQuality, type PlannedDerivative } from './choose-legacy.ts';
import type { ImageWithVariants, ListedVariant } from './find-variants.ts';

/** A stored file that is the rendition already, or a derivative and where it is kept. */
export type Rendition =
  | { readonly stored: ListedVariant }
  | (PlannedDerivative & { readonly name: RenditionName; readonly format: RenditionFormat });

type Wanted = Pick<RenditionLink, 'width' | 'extension'>;

/** `auto` stays below what the AVIF encoder can hold, and below seconds of processor time. */
const NEGOTIATED_AVIF_MAX_PIXELS = 1_000_000;

/** Without metadata, so they may be sent as renditions. */
const PLAIN_KINDS: ReadonlySet<ListedVariant['kind']> = new Set([
  DEFAULT_KIND,
  ...DERIVATIVE_KINDS,
]);

/**
 * What a rendition may be, the best first: the next one serves where `master` is too large to be decoded. Never
 * enlarged, so that all widths beyond a source's are one file.
 */
export function chooseRenditions(
  { variants }: Pick<ImageWithVariants, 'variants'>,
  { width, extension }: Wanted,
  mayShowMaster: boolean,
): Rendition[] {
  const listed = variants as readonly ListedVariant[];
  const find = (kind: ListedVariant['kind']) => listed.find((variant) => variant.kind === kind);
  const source = find(DEFAULT_KIND) ?? find(ORIGINAL_KIND);
  if (source === undefined) return [];
  const master = mayShowMaster && width > source.width ? find(MASTER_KIND) : undefined;
  const sources = master !== undefined && master.width > source.width ? [master, source] : [source];
  return sources.map((original) => chooseOf(original, listed, { width, extension }));
}

function chooseOf(
  original: ListedVariant,
  listed: readonly ListedVariant[],
  { width, extension }: Wanted,
): Rendition {
  const size = fitInto(original, { width, height: Infinity });
  const format = chooseFormat(extension, size);
  const mimeType = RENDITION_FORMATS[format];
  const isFull = size.width === original.width;
  const stored = listed.find(
    (variant) =>
      PLAIN_KINDS.has(variant.kind) &&
      variant.mimeType === mimeType &&
      variant.width === size.width &&
      variant.height === size.height,
  );
  if (stored !== undefined) return { stored };
  const fullName = original.kind === MASTER_KIND ? 'full-master' : 'full';
  const name = isFull ? fullName : (`${width}` as RenditionName);
  return { original, plan: { mimeType, size, quality: defaultQuality(mimeType) }, name, format };
}

function chooseFormat(extension: Wanted['extension'], size: DerivativePlan['size']) {
  if (extension !== NEGOTIATED) return extension;
  return size.width * size.height <= NEGOTIATED_AVIF_MAX_PIXELS ? 'avif' : 'webp';
}

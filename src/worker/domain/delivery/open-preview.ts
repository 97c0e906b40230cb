/**
 * Delivery of an image to its owner and administrators by its id, without a link: in lists, and on its page.
 *
 * - It counts no view, and any width comes from the same engine, bucket and single flight as `/r/`.
 * - Nothing but the caller's own cache may keep it, whatever the image's visibility.
 */

import { RENDITION_WIDTHS } from '../../../shared/renditions.ts';
import { DEFAULT_KIND, MASTER_KIND } from '../../../shared/variants.ts';
import type { Actor } from '../actor.ts';
import { DOWNLOAD_ALLOWANCE_ERRORS } from '../accounts/download-allowance.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Admitted } from './admit-image.ts';
import { answerSource } from './answer-source.ts';
import { isOwnerOrAdmin } from './authorise.ts';
import {
  selectTrashed,
  selectWithVariantsById,
  type ImageWithVariants,
  type ListedVariant,
} from './find-variants.ts';
import { OPEN_DERIVATIVE_ERRORS, openStored } from './image-source.ts';
import { openSource, type RenditionServices } from './open-rendition.ts';
import type { OpenedImage, ViewRequest } from './read-object.ts';

/** Widths in pixels; `square` is the `gallery` variant, `full` the file of all pixels. */
export const PREVIEW_SIZES = ['square', ...RENDITION_WIDTHS, 'published', 'full'] as const;

export type PreviewSize = (typeof PREVIEW_SIZES)[number];

export interface PreviewRequest extends ViewRequest {
  readonly imageId: number;
  readonly size: PreviewSize;
  readonly address: string;
}

const NAMED_KINDS = { square: 'gallery', published: DEFAULT_KIND, full: MASTER_KIND } as const;

export const OPEN_PREVIEW_ERRORS = [
  ...OPEN_DERIVATIVE_ERRORS,
  'image_forbidden',
  ...DOWNLOAD_ALLOWANCE_ERRORS,
] as const satisfies readonly ErrorName[];

export const OPEN_TRASHED_PREVIEW_ERRORS = [
  'image_not_found',
  ...DOWNLOAD_ALLOWANCE_ERRORS,
] as const satisfies readonly ErrorName[];

/** A WebP. Pipeline 1 has no files of the names: a WebP of all pixels stands for them. */
export function openPreview(
  services: RenditionServices,
  actor: Actor,
  asked: PreviewRequest,
): Promise<OpenedImage> {
  return openAs(services, asked, () => admitReader(services, actor, asked.imageId));
}

/** For whom `admit` admits. */
export async function openAs(
  services: RenditionServices,
  asked: PreviewRequest,
  admit: () => Promise<Admitted>,
): Promise<OpenedImage> {
  const { size, address } = asked;
  const startedAt = services.clock.now();
  const admitted = await admit();
  const stored = findStored(admitted.image, size);
  const width = typeof size === 'number' ? size : Infinity;
  const link = { uniqueLink: admitted.image.uniqueLink, width, extension: 'webp' } as const;
  const opening = { link, admitted, startedAt, address, early: null };
  const source =
    stored === null
      ? await openSource(services, opening)
      : openStored(services, admitted.image, stored, startedAt);
  return answerSource(services, asked, { admitted, source, startedAt, lookup: null }, admit);
}

/** The square of an image in the caller's own trash, who alone has it. One of pipeline 1 has none. */
export async function openTrashedPreview(
  services: RenditionServices,
  actor: Actor,
  asked: ViewRequest & Pick<PreviewRequest, 'imageId'>,
): Promise<OpenedImage> {
  const startedAt = services.clock.now();
  const admit = () => admitOwner(services, actor, asked.imageId);
  const admitted = await admit();
  const stored = findStored(admitted.image, 'square');
  if (stored === null) throw new DomainError('image_not_found');
  const source = openStored(services, admitted.image, stored, startedAt);
  return answerSource(services, asked, { admitted, source, startedAt, lookup: null }, admit);
}

async function admitOwner(
  { clock, db }: RenditionServices,
  actor: Actor,
  imageId: number,
): Promise<Admitted> {
  const image = await db.run(selectTrashed({ imageId, userId: actor.userId, now: clock.now() }));
  if (image === null) throw new DomainError('image_not_found');
  return { image, reader: actor };
}

async function admitReader(
  { db }: RenditionServices,
  actor: Actor,
  imageId: number,
): Promise<Admitted> {
  const image = await db.run(selectWithVariantsById({ imageId }));
  if (image === null) throw new DomainError('image_not_found');
  if (!(await isOwnerOrAdmin(db, image, actor))) throw new DomainError('image_forbidden');
  return { image, reader: actor };
}

function findStored({ variants }: ImageWithVariants, size: PreviewSize): ListedVariant | null {
  if (typeof size === 'number') return null;
  const listed = variants as readonly ListedVariant[];
  return listed.find(({ kind }) => kind === NAMED_KINDS[size]) ?? null;
}

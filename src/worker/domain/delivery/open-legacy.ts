/**
 * Delivery of pipeline-1 images (direct image routes 2 to 6).
 *
 * - The unique link, bare or with an extension, serves either visibility. The row, read from the primary, decides;
 *   caches hold only images that a row called public.
 * - Caches know an answer by link and normalized query. Only the edge cache keeps transformations.
 * - A form that cannot be made is the nearest stored file, or with a query unknown: no retry would help.
 * - Requests for the same transformation share one job. The image is authorised again before anything is sent.
 */

import { VARIANT_EXTENSION, type LegacyExtension } from '../../../shared/variants.ts';
import { legacyPath } from '../../storage/keys.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import { assetPath } from '../links/make-link.ts';
import type { DeliveryLink } from '../links/parse-link.ts';
import type { Services } from '../services.ts';
import { ADMIT_IMAGE_ERRORS, admitImage } from './admit-image.ts';
import { answerSource } from './answer-source.ts';
import { findNearest, findStored, planDerivative } from './choose-legacy.ts';
import type { ImageWithVariants } from './find-variants.ts';
import {
  OPEN_DERIVATIVE_ERRORS,
  openDerivative,
  openStored,
  type ImageSource,
} from './image-source.ts';
import { lookUpInCaches, openFound } from './open-cached.ts';
import type { OpenedImage } from './read-object.ts';
import type { Opened, Redirect, View, Visitor } from './view.ts';

type LegacyServices = Pick<
  Services,
  | 'config'
  | 'clock'
  | 'keys'
  | 'db'
  | 'objects'
  | 'publicCache'
  | 'negativeCache'
  | 'transformer'
  | 'log'
  | 'background'
>;

export const NOT_MAKEABLE = 'This image cannot be made in this format and size';

/** Redirects a bare private link of pipeline 2. Reads no row, so a stranger learns nothing. */
export function redirectPrivate({ link }: View): Redirect | null {
  if (link.form !== 'bare' || link.alias === 'public') return null;
  return { redirect: assetPath(link.uniqueLink, 'private'), readAt: null };
}

/** Includes the query. Skips a cache lookup that another source has made. */
export async function openCachedLegacy(
  services: LegacyServices,
  view: View,
): Promise<OpenedImage | null> {
  const { lookup, image } = await lookUpInCaches(services, view, viewPath(view));
  return image === null ? null : openFound(services, view, lookup, image);
}

export const OPEN_LEGACY_ERRORS = [
  'invalid_parameter',
  ...ADMIT_IMAGE_ERRORS,
  ...OPEN_DERIVATIVE_ERRORS,
] as const satisfies readonly ErrorName[];

/** Opens the original, a stored derivative or a new one. A bare link may redirect to a pipeline-2 image. */
export async function openLegacy(
  services: LegacyServices,
  view: View,
  visitor: Visitor,
): Promise<Opened> {
  const { lookup } = await lookUpInCaches(services, view, viewPath(view));
  const { startedAt } = lookup;
  const admit = () => admitImage(services, view, visitor, 'public');
  const admitted = await admit();
  const { image } = admitted;
  if (image.pipelineVersion === 2) {
    if (view.link.form !== 'bare') throw new DomainError('image_not_found');
    return { redirect: assetPath(view.link.uniqueLink, 'public'), readAt: startedAt };
  }
  const source = await openSource(services, view, image, startedAt);
  const open = { admitted, source, startedAt, lookup };
  return answerSource(services, view.request, open, admit);
}

/** A query out of range has a path that is never filled. */
function viewPath({ link, query }: View): string {
  const path = legacyPath(link.uniqueLink, extensionOf(link));
  if (query === null) return path;
  if (!query.ok) return `${path}?refused`;
  const { width, height, quality } = query.value;
  const named = Object.entries({ w: width, h: height, q: quality });
  const parts = named.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
  return `${path}?${parts.join('&')}`;
}

function extensionOf(link: DeliveryLink): LegacyExtension | null {
  if (link.form === 'bare') return null;
  return link.form === 'legacy' ? link.extension : VARIANT_EXTENSION;
}

async function openSource(
  services: LegacyServices,
  { link, query, address }: View,
  image: ImageWithVariants,
  readAt: number,
): Promise<ImageSource> {
  if (query?.ok === false) throw new DomainError('invalid_parameter', { message: query.error });
  const request = [extensionOf(link), query?.value ?? null] as const;
  const stored = findStored(image, ...request);
  if (stored !== null) return openStored(services, image, stored, readAt);
  const planned = planDerivative(image, ...request);
  if (planned === null) throw new DomainError('image_not_found');
  const made = await openDerivative(services, image, planned, { readAt, address });
  if (made !== null) return made;
  const nearest = query === null ? findNearest(image) : null;
  if (nearest === null) throw new DomainError('image_not_found', { message: NOT_MAKEABLE });
  return openStored(services, image, nearest, readAt);
}

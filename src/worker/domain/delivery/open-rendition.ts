/**
 * Delivery of renditions, `/r/<width>/<link>.<extension>`, of both pipelines.
 *
 * - The row, read from the primary, decides as for direct links; caches hold only what a row called public.
 * - A made rendition is kept in the bucket, under a key that the link alone names: a kept one costs one query beside
 *   one read. The bucket's copy may end at any time, and ends with each change of visibility.
 * - Requests for the same rendition share one job. The image is authorised again before anything is sent.
 */

import { toHex } from '../../../shared/bytes.ts';
import { NEGOTIATED } from '../../../shared/renditions.ts';
import { renditionKey, type RenditionName } from '../../storage/keys.ts';
import { lastKeepAt } from '../erasure/late-writers.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import { assetLink } from '../links/make-link.ts';
import type { RenditionLink } from '../links/parse-link.ts';
import type { Services } from '../services.ts';
import { ADMIT_IMAGE_ERRORS, admitImage, type Admitted } from './admit-image.ts';
import { answerSource } from './answer-source.ts';
import { chooseRenditions, type Rendition } from './choose-rendition.ts';
import {
  OPEN_DERIVATIVE_ERRORS,
  openDerivative,
  openStored,
  openWhole,
  type ImageSource,
} from './image-source.ts';
import { lookUpInCaches } from './open-cached.ts';
import { NOT_MAKEABLE } from './open-legacy.ts';
import { admitBeside, discardEarly, type EarlyObject, type OpenedImage } from './read-object.ts';
import type { View, Visitor } from './view.ts';

export type RenditionServices = Pick<
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

export interface Opening extends Pick<View, 'address'> {
  readonly link: Pick<RenditionLink, 'uniqueLink' | 'width' | 'extension'>;
  readonly admitted: Admitted;
  readonly startedAt: number;
  early: EarlyObject | null;
}

export const OPEN_RENDITION_ERRORS = [
  ...ADMIT_IMAGE_ERRORS,
  ...OPEN_DERIVATIVE_ERRORS,
] as const satisfies readonly ErrorName[];

/** Null for other links. */
export async function openRendition(
  services: RenditionServices,
  view: View,
  visitor: Visitor,
): Promise<OpenedImage | null> {
  const { request, link, publicLink, address } = view;
  const { negativeCache } = services;
  if (link.form !== 'rendition') return null;
  const lookup =
    publicLink === null ? null : (await lookUpInCaches(services, view, publicLink.path)).lookup;
  const startedAt = lookup?.startedAt ?? services.clock.now();
  const admit = () => admitImage(services, view, visitor, link.alias);
  const isRefused = negativeCache.expectsRefusal(assetLink(link.uniqueLink, link.alias));
  const key = isRefused ? null : guessKey(link);
  const { admitted, early } = await admitBeside(services, request, key, admit);
  const opening: Opening = { link, admitted, startedAt, address, early };
  try {
    const source = await openSource(services, opening);
    const open = { admitted, source, startedAt, lookup };
    return await answerSource(services, request, open, admit);
  } finally {
    if (opening.early !== null) discardEarly(services, opening.early);
  }
}

/** True unless the image is narrower, or private and of pipeline 1. */
function guessKey({ uniqueLink, alias, width, extension }: RenditionLink): string {
  const folder = assetLink(uniqueLink, alias);
  const format = extension === NEGOTIATED ? 'avif' : extension;
  return renditionKey(folder, `${width}` as RenditionName, format);
}

/** A width beyond `publish` may come from `master` where the account allows it, or a caller's identity admits. */
export async function openSource(
  services: RenditionServices,
  opening: Opening,
): Promise<ImageSource> {
  const { image, reader } = opening.admitted;
  const mayShowMaster = image.sharesFullSize || reader !== null;
  for (const rendition of chooseRenditions(image, opening.link, mayShowMaster)) {
    const source = await openOne(services, rendition, opening);
    if (source !== null) return source;
  }
  throw new DomainError('image_not_found', { message: NOT_MAKEABLE });
}

async function openOne(
  services: RenditionServices,
  rendition: Rendition,
  opening: Opening,
): Promise<ImageSource | null> {
  const { admitted, startedAt: readAt, address } = opening;
  const { image } = admitted;
  const { visibility } = image;
  const { uniqueLink } = opening.link;
  if ('stored' in rendition) return openStored(services, image, rendition.stored, readAt);
  const { original, plan, name, format } = rendition;
  const key = renditionKey(assetLink(uniqueLink, visibility), name, format);
  const kept = await openKept(services, key, opening);
  if (kept !== null) {
    const { mimeType } = plan;
    const { size, body, sha256 } = kept;
    const { createdAt } = original;
    return openWhole(services, image, { mimeType, size, sha256, createdAt, body }, readAt);
  }
  const until = lastKeepAt(readAt, services.config);
  const keeping = { key, uniqueLink, visibility, until };
  return openDerivative(services, image, rendition, { readAt, address, keeping });
}

/** A copy without its hash, as another program may have restored it, counts as none. */
async function openKept({ objects }: RenditionServices, key: string, opening: Opening) {
  const { early } = opening;
  const isEarly = early?.key === key;
  if (isEarly) opening.early = null;
  const object = await (isEarly ? early.object : objects.open(key));
  if (object === null) return null;
  const { sha256 } = object.checksums;
  if (sha256 === undefined) {
    await object.body.cancel();
    return null;
  }
  return { size: object.size, body: object.body, sha256: toHex(sha256) };
}

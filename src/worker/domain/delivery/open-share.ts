/**
 * Delivery of share links, whatever the visibility of their images.
 *
 * - The row, read from the primary, decides. No cache keeps an answer.
 * - Each GET that sends bytes of a limited link's image takes one of its views first. Pages, HEAD and refusals take none.
 * - A view is taken after the image is open, so that only a broken connection wastes one.
 */

import { selectAnswer } from '../../lib/http-selection.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { isSharePass } from '../tokens/share-pass.ts';
import { FIND_SHARE_ERRORS, findShare, type Share } from './find-share.ts';
import { toImageRecord } from './image-record.ts';
import { readObject, type OpenedImage, type ViewRequest } from './read-object.ts';

type ShareServices = Pick<Services, 'clock' | 'db' | 'keys' | 'shareViews'>;

export interface ShareVisit {
  readonly token: string;
  /** From `unlockShare`; empty without one. */
  readonly pass: string;
}

export interface OpenedShare extends OpenedImage {
  /** Whether a view of a limited link was taken. */
  readonly isTaken: boolean;
}

export const OPEN_SHARE_ERRORS = [
  ...FIND_SHARE_ERRORS,
  // All of its views are taken, or the image of a link with a password is asked for without a pass.
  'image_token_invalid',
] as const satisfies readonly ErrorName[];

/** Null while the link needs its password. */
export async function openSharePage(
  services: ShareServices,
  visit: ShareVisit,
): Promise<Share | null> {
  const share = await findShare(services, visit.token);
  if (!(await isAdmitted(services, share, visit))) return null;
  await requireViewLeft(services, share);
  return share;
}

export async function openShare(
  services: ShareServices & Pick<Services, 'objects' | 'log' | 'background'>,
  visit: ShareVisit,
  request: ViewRequest,
): Promise<OpenedShare> {
  const share = await findShare(services, visit.token);
  if (!(await isAdmitted(services, share, visit))) throw new DomainError('image_token_invalid');
  const now = services.clock.now();
  // The owner gave the link away: no list of sites holds for it.
  const image = { ...share, allowedSites: null, variant: share };
  const record = toImageRecord(image, now);
  const selection = selectAnswer(request.method, request.headers, record, now);
  const object = await readObject(services, request, image, selection, null);
  const opened = { record, selection, secondsLeft: null };
  if (object !== null) {
    const isTaken = await takeView(services, share, object.body);
    return { ...opened, body: object.body, isTaken };
  }
  await requireViewLeft(services, share);
  return { ...opened, body: null, isTaken: false };
}

async function isAdmitted(
  { clock, keys }: ShareServices,
  { linkId, passwordHash }: Share,
  { pass }: ShareVisit,
): Promise<boolean> {
  return passwordHash === null || isSharePass(keys, linkId, pass, clock.now());
}

async function requireViewLeft(
  { shareViews }: ShareServices,
  { linkId, maxViews }: Share,
): Promise<void> {
  if (maxViews !== null && (await shareViews.taken(linkId)) >= maxViews) {
    throw new DomainError('image_token_invalid');
  }
}

/** Cancels `body` when no view is left. */
async function takeView(
  { shareViews }: ShareServices,
  { linkId, maxViews }: Share,
  body: ReadableStream,
): Promise<boolean> {
  if (maxViews === null) return false;
  try {
    if (await shareViews.take(linkId, maxViews)) return true;
    throw new DomainError('image_token_invalid');
  } catch (error) {
    await body.cancel();
    throw error;
  }
}

import { hasConditions, type SelectedAnswer } from '../../lib/http-selection.ts';
import type { ImageRecord } from '../../storage/edge-cache.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import type { StoredVariant } from './find-published.ts';

/** The parts of a request that decide what is sent. */
export interface ViewRequest {
  readonly method: string;
  readonly headers: Headers;
}

/** An answer about an image: what it is, which answer was selected, and its bytes if it has any. */
export interface OpenedImage {
  readonly record: ImageRecord;
  readonly selection: SelectedAnswer;
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream | null;
  /** How long caches may keep it; null: they may not. */
  readonly secondsLeft: number | null;
}

/** An object that is read beside its row, before it is known whether it may be sent. */
export interface EarlyObject {
  readonly key: string;
  readonly object: Promise<R2ObjectBody | null>;
}

/** The object of an image, and its size by the row. */
export interface Stored {
  readonly id: number;
  readonly variant: Pick<StoredVariant, 'objectKey' | 'size'>;
}

type ReadServices = Pick<Services, 'objects' | 'log' | 'background'>;

/**
 * Reads the bytes of the selected answer; null for an answer without bytes.
 * @throws {DomainError} image_not_found, with a log line, when the object differs from its row.
 */
export async function readObject(
  services: ReadServices,
  request: ViewRequest,
  image: Stored,
  selection: SelectedAnswer,
  early: EarlyObject | null,
): Promise<R2ObjectBody | null> {
  const { objectKey, size } = image.variant;
  if (early !== null && early.key !== objectKey) discardEarly(services, early);
  if (!hasBody(request, selection)) {
    if (selection.status !== 200) return null;
    const head = await services.objects.head(objectKey);
    return head?.size === size ? null : refuseMissing(services, image);
  }
  const range = selection.status === 206 ? selection : undefined;
  const object = await (early?.key === objectKey
    ? early.object
    : services.objects.open(objectKey, range));
  if (object?.size === size) return object;
  await object?.body.cancel();
  return refuseMissing(services, image);
}

/**
 * Runs `admit` and, if the request can only want the whole image, asks for the object at the same time. The object of a
 * refused request is discarded unread.
 */
export async function admitBeside<Admitted>(
  services: ReadServices,
  request: ViewRequest,
  key: string,
  admit: () => Promise<Admitted>,
): Promise<{ admitted: Admitted; early: EarlyObject | null }> {
  if (request.method !== 'GET' || hasConditions(request.headers)) {
    return { admitted: await admit(), early: null };
  }
  const early = { key, object: services.objects.open(key) };
  try {
    return { admitted: await admit(), early };
  } catch (error) {
    discardEarly(services, early);
    throw error;
  }
}

/** Whether the selected answer carries bytes. */
export function hasBody({ method }: ViewRequest, { status }: SelectedAnswer): boolean {
  return method === 'GET' && (status === 200 || status === 206);
}

/** Cancels an object that is not sent. */
export function discardEarly(
  { background }: Pick<Services, 'background'>,
  { object }: EarlyObject,
): void {
  background(
    object.then(
      (found) => found?.body.cancel(),
      () => undefined,
    ),
  );
}

function refuseMissing({ log }: ReadServices, { id, variant }: Stored): never {
  log.error('object_missing', { image_id: id, key: variant.objectKey });
  throw new DomainError('image_not_found');
}

import { hasConditions, type SelectedAnswer } from '../../lib/http-selection.ts';
import type { ImageRecord } from '../../storage/edge-cache.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import type { StoredVariant } from './find-published.ts';

export interface ViewRequest {
  readonly method: string;
  readonly headers: Headers;
}

export interface OpenedImage {
  readonly record: ImageRecord;
  readonly selection: SelectedAnswer;
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream | null;
  /** Seconds that caches may keep it; null forbids it. */
  readonly secondsLeft: number | null;
}

/** An object read before the request is authorised. */
export interface EarlyObject {
  readonly key: string;
  readonly object: Promise<R2ObjectBody | null>;
}

export interface Stored {
  readonly id: number;
  readonly variant: Pick<StoredVariant, 'objectKey' | 'size'>;
}

type ReadServices = Pick<Services, 'objects' | 'log' | 'background'>;

/** @throws {DomainError} image_not_found, with a log line, when the object differs from its row. */
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
 * Reads the object beside `admit` when only the whole image can be sent, and discards it on refusal. `key` is null where a
 * refusal is expected.
 */
export async function admitBeside<Admitted>(
  services: ReadServices,
  request: ViewRequest,
  key: string | null,
  admit: () => Promise<Admitted>,
): Promise<{ admitted: Admitted; early: EarlyObject | null }> {
  if (key === null || request.method !== 'GET' || hasConditions(request.headers)) {
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

export function hasBody({ method }: ViewRequest, { status }: SelectedAnswer): boolean {
  return method === 'GET' && (status === 200 || status === 206);
}

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

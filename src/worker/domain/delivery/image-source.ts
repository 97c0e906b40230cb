import { networkOf } from '../../lib/client-address.ts';
import { fixLength } from '../../lib/fixed-length.ts';
import type { SelectedAnswer } from '../../lib/http-selection.ts';
import { sliceStream } from '../../../shared/streams.ts';
import type { ImageRecord } from '../../storage/edge-cache.ts';
import type { CacheLookup } from '../../storage/public-cache.ts';
import type { DerivativeFault, Keeping } from '../derivatives/original.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import type { PlannedDerivative } from './choose-legacy.ts';
import type { ImageWithVariants, ListedVariant } from './find-variants.ts';
import type { StoredVariant } from './find-published.ts';
import { toImageRecord } from './image-record.ts';
import { keepPublic } from './keep-public.ts';
import { hasBody, readObject, type OpenedImage, type ViewRequest } from './read-object.ts';

type SourceServices = Pick<
  Services,
  'clock' | 'objects' | 'publicCache' | 'transformer' | 'log' | 'background'
>;

export interface ImageSource {
  readonly record: ImageRecord;
  /** `lookup` is null for an image that no cache may keep. */
  send(
    request: ViewRequest,
    selection: SelectedAnswer,
    lookup: CacheLookup | null,
  ): Promise<OpenedImage['body']>;
  discard(): Promise<void>;
}

export interface DerivativeRequest {
  /** Milliseconds: before the row's read. */
  readonly readAt: number;
  readonly address: string;
  readonly keeping?: Keeping;
}

type WholeFile = Omit<StoredVariant, 'objectKey'> & { readonly body: ReadableStream };

export function openStored(
  services: SourceServices,
  image: ImageWithVariants,
  variant: ListedVariant,
  readAt: number,
): ImageSource {
  const record = toImageRecord({ ...image, variant }, readAt);
  return {
    record,
    send: async (request, selection, lookup) => {
      const stored = { id: image.id, variant };
      const object = await readObject(services, request, stored, selection, null);
      if (object === null || lookup === null || selection.status !== 200) {
        return object?.body ?? null;
      }
      return keepPublic(services, lookup, record, object.body);
    },
    discard: async () => undefined,
  };
}

export const OPEN_DERIVATIVE_ERRORS = [
  'image_not_found',
  'image_processing_busy',
] as const satisfies readonly ErrorName[];

/** Null when it can never be made. The caches get the whole derivative, whatever range is sent. */
export async function openDerivative(
  services: SourceServices,
  image: ImageWithVariants,
  { original, plan }: PlannedDerivative,
  { readAt, address, keeping }: DerivativeRequest,
): Promise<ImageSource | null> {
  const { width, height, mimeType, objectKey, size: bytes, createdAt } = original;
  const source = { objectKey, mimeType, bytes, width, height };
  const made = await services.transformer.transform(source, plan, networkOf(address), keeping);
  if (made.outcome === 'busy') {
    const { retryAfterSeconds } = made;
    throw new DomainError('image_processing_busy', { retryAfterSeconds });
  }
  if (made.outcome === 'failed') return reportFault(services, image, made.fault);
  return openWhole(services, image, { ...made, createdAt }, readAt);
}

/** A file that comes as one stream of `size` bytes. */
export function openWhole(
  services: SourceServices,
  image: ImageWithVariants,
  { body, ...variant }: WholeFile,
  readAt: number,
): ImageSource {
  const record = toImageRecord({ ...image, variant }, readAt);
  return {
    record,
    send: async (request, selection, lookup) => {
      const whole =
        lookup === null
          ? fixLength(body, record.size)
          : await keepWhole(services, lookup, record, body);
      return select(whole, request, selection);
    },
    discard: () => body.cancel(),
  };
}

/** A result that is too large is no failure of the service. */
function reportFault(
  { log }: SourceServices,
  { id }: ImageWithVariants,
  fault: DerivativeFault,
): null {
  if (fault === 'too_large') return null;
  log.error('image_not_transformed', { image_id: id, fault });
  if (fault === 'source_missing') throw new DomainError('image_not_found');
  return null;
}

/** A retry succeeds after a failure: the transformer has restarted, or the bucket answers. */
async function keepWhole(
  services: SourceServices,
  lookup: CacheLookup,
  record: ImageRecord,
  body: ReadableStream,
): Promise<Uint8Array<ArrayBuffer> | ReadableStream> {
  try {
    return await keepPublic(services, lookup, record, body);
  } catch (cause) {
    throw new DomainError('image_processing_busy', { retryAfterSeconds: 1, cause });
  }
}

async function select(
  whole: Uint8Array<ArrayBuffer> | ReadableStream,
  request: ViewRequest,
  selection: SelectedAnswer,
): Promise<OpenedImage['body']> {
  if (!hasBody(request, selection)) {
    if (whole instanceof ReadableStream) await whole.cancel();
    return null;
  }
  if (selection.status !== 206) return whole;
  const { offset, length } = selection;
  return whole instanceof ReadableStream
    ? sliceStream(whole, offset, length)
    : whole.subarray(offset, offset + length);
}

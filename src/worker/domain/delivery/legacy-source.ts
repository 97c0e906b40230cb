import { networkOf } from '../../lib/client-address.ts';
import { fixLength } from '../../lib/fixed-length.ts';
import type { SelectedAnswer } from '../../lib/http-selection.ts';
import { sliceStream } from '../../../shared/streams.ts';
import type { ImageRecord } from '../../storage/edge-cache.ts';
import type { CacheLookup } from '../../storage/public-cache.ts';
import { DomainError } from '../errors.ts';
import type { Services, Transformation } from '../services.ts';
import type { Representation } from './choose-legacy.ts';
import type { LegacyImage } from './find-legacy.ts';
import { toImageRecord } from './image-record.ts';
import { putInCaches } from './open-public.ts';
import { hasBody, readObject, type ViewRequest, type OpenedImage } from './read-object.ts';

type SourceServices = Pick<
  Services,
  'clock' | 'objects' | 'publicCache' | 'transformer' | 'log' | 'background'
>;

/** What answers a request, before it is known which of its bytes. */
export interface LegacySource {
  readonly record: ImageRecord;
  /** Sends what is selected; `asked` is null for what no cache may keep. */
  send(
    request: ViewRequest,
    selection: SelectedAnswer,
    asked: CacheLookup | null,
  ): Promise<OpenedImage['body']>;
  /** Lets go of what is not sent. */
  discard(): Promise<void>;
}

/**
 * Has a derivative made, or goes to what is stored. `readAt` is when the row was asked for (milliseconds).
 * @throws {DomainError} image_not_found, image_processing_busy, image_processing_failed when none can be made.
 */
export function openSource(
  services: SourceServices,
  image: LegacyImage,
  chosen: Representation,
  readAt: number,
  address: string,
): Promise<LegacySource> | LegacySource {
  return 'plan' in chosen
    ? makeDerived(services, image, chosen, readAt, address)
    : openStored(services, image, chosen, readAt);
}

/** What is made goes into the caches whole, whatever this request wants of it: making it again costs more. */
async function makeDerived(
  services: SourceServices,
  image: LegacyImage,
  { original, plan }: Extract<Representation, { plan: unknown }>,
  readAt: number,
  address: string,
): Promise<LegacySource> {
  const { width, height, mimeType, objectKey, size: bytes, createdAt } = original;
  const source = { objectKey, mimeType, bytes, width, height };
  const made = await services.transformer.transform(source, plan, networkOf(address));
  if (made.outcome !== 'made') throw refusal(services, image, made);
  const variant = { mimeType: made.mimeType, size: made.size, sha256: made.sha256, createdAt };
  const record = toImageRecord({ ...image, variant }, readAt);
  return {
    record,
    send: async (request, selection, asked) => {
      const whole =
        asked === null
          ? fixLength(made.body, record.size)
          : await cache(services, asked, record, made.body);
      return select(whole, request, selection);
    },
    discard: () => made.body.cancel(),
  };
}

function openStored(
  services: SourceServices,
  image: LegacyImage,
  { variant }: Extract<Representation, { variant: unknown }>,
  readAt: number,
): LegacySource {
  const record = toImageRecord({ ...image, variant }, readAt);
  return {
    record,
    send: async (request, selection, asked) => {
      const stored = { id: image.id, variant };
      const object = await readObject(services, request, stored, selection, null);
      if (object === null || asked === null || selection.status !== 200) {
        return object?.body ?? null;
      }
      return putInCaches(services, asked, record, object.body);
    },
    discard: async () => undefined,
  };
}

function refusal(
  { log }: SourceServices,
  { id }: LegacyImage,
  made: Exclude<Transformation, { outcome: 'made' }>,
): DomainError {
  if (made.outcome === 'busy') {
    const { retryAfterSeconds } = made;
    return new DomainError('image_processing_busy', { retryAfterSeconds });
  }
  log.error('image_not_transformed', { image_id: id, fault: made.fault });
  return new DomainError(
    made.fault === 'source_missing' ? 'image_not_found' : 'image_processing_failed',
  );
}

/** @throws {DomainError} image_processing_busy when the object that made it has gone: the next one can do it. */
async function cache(
  services: SourceServices,
  asked: CacheLookup,
  record: ImageRecord,
  body: ReadableStream,
): Promise<Uint8Array<ArrayBuffer> | ReadableStream> {
  try {
    return await putInCaches(services, asked, record, body);
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

import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import type { ReceiveForm } from './image-form.ts';

/** A revoked place waits a second. */
const POLL_EVERY_MS = 100;

export const RUN_IN_PLACE_ERRORS = [
  'upload_capacity_exhausted',
] as const satisfies readonly ErrorName[];

/**
 * Runs `work` in one of the isolate's places for whole files, with a `receive` that ends when another user's file needs
 * the place.
 */
export async function runInPlace<Value>(
  { filePlaces, partPlaces }: Pick<Services, 'filePlaces' | 'partPlaces'>,
  userId: number,
  receive: ReceiveForm,
  work: (receive: ReceiveForm) => Promise<Value>,
): Promise<Value> {
  const place = await filePlaces.acquire(userId);
  const releasePart = place === null ? null : partPlaces.tryAcquire();
  const giveWay = new AbortController();
  const timer = setInterval(() => {
    if (place?.isRevoked === true) giveWay.abort();
  }, POLL_EVERY_MS);
  try {
    if (place === null || releasePart === null) {
      throw new DomainError('upload_capacity_exhausted');
    }
    return await work(async (take) => {
      const takeCounted = async (bytes: Uint8Array): Promise<void> => {
        place.advance(bytes.byteLength);
        await take(bytes);
      };
      return receive(takeCounted, giveWay.signal).catch((cause: unknown) => {
        if (!giveWay.signal.aborted) throw cause;
        const message = 'The file arrived too slowly while others waited';
        throw new DomainError('upload_capacity_exhausted', { message, cause });
      });
    });
  } finally {
    clearInterval(timer);
    releasePart?.();
    place?.release();
  }
}

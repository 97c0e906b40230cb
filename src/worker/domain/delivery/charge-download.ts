import { takeImageBytes } from '../accounts/download-allowance.ts';
import type { Actor } from '../actor.ts';
import type { Services } from '../services.ts';

/** During the deletion lock. @throws {DomainError} download_allowance_exhausted, after it cancels `body`. */
export async function chargeDownload(
  services: Pick<Services, 'db' | 'config'>,
  { image, reader }: { readonly image: { readonly userId: number }; readonly reader: Actor | null },
  body: ReadableStream,
  bytes: number,
): Promise<void> {
  if (reader?.status !== 'pending_deletion' || reader.userId !== image.userId) return;
  try {
    await takeImageBytes(services, reader.userId, bytes);
  } catch (error) {
    await body.cancel();
    throw error;
  }
}

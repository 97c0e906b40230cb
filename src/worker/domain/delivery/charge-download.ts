import { takeImageBytes } from '../accounts/download-allowance.ts';
import type { Actor } from '../actor.ts';
import type { Services } from '../services.ts';

/**
 * Counts an owner's downloads while the account is locked for deletion. Cancels a refused body.
 * @throws {DomainError} download_allowance_exhausted.
 */
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

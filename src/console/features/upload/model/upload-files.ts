import { SIGN_IN_REQUIRED } from '../../../../shared/error-codes.ts';
import { importForAction } from '../../../widgets/import-chunk.ts';
import { explainCode, explainError } from '../../../state/explain-error.ts';
import { bringErrorTexts } from '../../../text/language.ts';
import { user } from '../../../state/session.ts';
import { uploadText } from '../../../text/upload.ts';
import { showToast } from '../../../widgets/toast.tsx';
import { openQueue } from './open-queue.ts';
import { visibility } from './upload-visibility.ts';
import { pageAlbum } from './page-album.ts';

interface UploadOptions {
  /** Other files of the folders. */
  readonly leftOut?: number;
  /** Files given to another account are refused. */
  readonly owner?: number | undefined;
  /** The album that their images go to; without it, the one of the upload page while that is open. */
  readonly albumId?: number | null;
}

/** Returns whether it did. */
export async function uploadFiles(
  files: readonly File[],
  { leftOut = 0, owner = user.peek()?.id, albumId = pageAlbum.peek() }: UploadOptions = {},
): Promise<boolean> {
  if (leftOut > 0) showToast({ message: uploadText.peek().leftOut(leftOut) });
  if (files.length === 0) return false;
  const queue = await importForAction(openQueue);
  if (user.peek()?.id !== owner) {
    showToast({ kind: 'failure', message: await explainCode(SIGN_IN_REQUIRED) });
    return false;
  }
  try {
    await queue?.add(files, visibility.peek(), albumId);
  } catch (error) {
    // The service has refused nothing, so these may be missing.
    await bringErrorTexts();
    showToast({ kind: 'failure', message: explainError(error) });
    throw error;
  }
  return queue !== null;
}

import { SIGN_IN_REQUIRED } from '../../../../shared/error-codes.ts';
import { importForAction } from '../../../widgets/import-chunk.ts';
import { explainError } from '../../../state/explain-error.ts';
import { text } from '../../../text/language.ts';
import { user } from '../../../state/session.ts';
import { uploadText } from '../../../text/upload.ts';
import { showToast } from '../../../widgets/toast.tsx';
import { openQueue, visibility } from './open-queue.ts';

/** Returns whether it did. `leftOut` counts other files of folders. Refuses files given to another account. */
export async function uploadFiles(
  files: readonly File[],
  leftOut = 0,
  owner = user.peek()?.id,
): Promise<boolean> {
  const { errors } = text.peek();
  if (leftOut > 0) showToast({ message: uploadText.peek().leftOut(leftOut) });
  if (files.length === 0) return false;
  const queue = await importForAction(openQueue);
  if (user.peek()?.id !== owner) {
    showToast({ kind: 'failure', message: errors[SIGN_IN_REQUIRED] });
    return false;
  }
  try {
    await queue?.add(files, visibility.peek());
  } catch (error) {
    showToast({ kind: 'failure', message: explainError(error) });
    throw error;
  }
  return queue !== null;
}

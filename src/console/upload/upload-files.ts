import { text } from '../state/language.ts';
import { showToast } from '../widgets/toast.tsx';
import { KEPT_KEY, openQueue, visibility } from './open-queue.ts';

/**
 * Uploads files that came in on any page; returns whether they are in the queue. Those of a folder that are no pictures
 * were left out.
 */
export async function uploadFiles(files: readonly File[], leftOut = 0): Promise<boolean> {
  const { uploads } = text.peek().layout;
  if (leftOut > 0) showToast({ message: uploads.leftOut(leftOut) });
  if (files.length === 0) return false;
  localStorage.setItem(KEPT_KEY, '1');
  const opened = await openQueue().catch(() => {
    showToast({ message: uploads.notLoaded, kind: 'failure' });
    return null;
  });
  await opened?.add(files, visibility.peek());
  return opened !== null;
}

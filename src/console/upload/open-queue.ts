/**
 * The queue of who is signed in, from every page. Its code is loaded when a file comes, when its page opens, or when an
 * earlier visit has left something; all that is here belongs to the first load.
 */

import { effect, signal } from '@preact/signals';
import type { Visibility } from '../../client/protocol-types.ts';
import { text } from '../state/language.ts';
import { user } from '../state/session.ts';
import { showToast } from '../widgets/toast.tsx';
import type { UploadQueue } from './upload-queue.ts';

/** Whether this browser may keep uploads of somebody. */
const KEPT_KEY = 'uploads';
const VISIBILITY_KEY = 'upload-visibility';

/** The queue of who is signed in; null until it was needed. */
export const queue = signal<UploadQueue | null>(null);

/** Of the files that come next; remembered. */
export const visibility = signal<Visibility>(
  localStorage.getItem(VISIBILITY_KEY) === 'private' ? 'private' : 'public',
);

/** Has an earlier visit's uploads go on as soon as their owner is signed in, and stop when another one is. */
export function startUploads(): void {
  effect(() => {
    localStorage.setItem(VISIBILITY_KEY, visibility.value);
  });
  effect(() => {
    const owner = user.value?.id;
    const present = queue.peek();
    if (owner === undefined) return;
    if (present !== null && present.owner !== owner) {
      present.close();
      queue.value = null;
    }
    if (localStorage.getItem(KEPT_KEY) !== null) void openQueue();
  });
}

/** The queue of who is signed in; null while nobody is. */
export async function openQueue(): Promise<UploadQueue | null> {
  const { UploadQueue } = await import('./upload-queue.ts');
  const { watchQueue } = await import('./watch-queue.ts');
  const owner = user.peek()?.id;
  if (owner === undefined) return null;
  const present = queue.peek();
  if (present?.owner === owner) return present;
  const opened = new UploadQueue(owner);
  queue.value = opened;
  watchQueue(opened, (isKeeping) => {
    if (isKeeping) localStorage.setItem(KEPT_KEY, '1');
    else localStorage.removeItem(KEPT_KEY);
  });
  return opened;
}

/**
 * Uploads files that came in on any page; returns whether they are in the queue. Those of a folder that are no pictures
 * were left out.
 */
export async function uploadFiles(files: readonly File[], leftOut = 0): Promise<boolean> {
  const { upload } = text.peek();
  if (leftOut > 0) showToast({ message: upload.leftOut(leftOut) });
  if (files.length === 0) return false;
  localStorage.setItem(KEPT_KEY, '1');
  const opened = await openQueue().catch(() => {
    showToast({ message: upload.failures.not_loaded, kind: 'failure' });
    return null;
  });
  await opened?.add(files, visibility.peek());
  return opened !== null;
}

/** Part of the first load. The queue's code is imported when it is needed. */

import { effect } from '@preact/signals';
import { perUser } from '../../../state/per-user.ts';
import { ownerId, userId } from '../../../state/session.ts';
import { keepSetting } from './keep-setting.ts';
import type { UploadQueue } from './upload-queue.ts';

/** Whether this browser may have stored uploads of any account or of none. */
const KEPT_KEY = 'uploads';

/** The queue of the tab's owner; null until it is needed. */
export const queue = perUser<UploadQueue | null>(() => null, {
  owner: ownerId,
  end: (previous) => previous?.close(),
});

/** The progress of the queue in steps, for screen readers. */
export const news = perUser(() => '');

export function startUploads(): void {
  effect(() => {
    if (userId.value === null || localStorage.getItem(KEPT_KEY) === null) return;
    openQueue().catch(() => undefined);
  });
}

export async function openQueue(): Promise<UploadQueue | null> {
  const { UploadQueue } = await import('./upload-queue.ts');
  const { watchQueue } = await import('./watch-queue.ts');
  const owner = userId.peek();
  if (owner === null) return null;
  const present = queue.peek();
  if (present !== null) return present;
  const opened = new UploadQueue(owner);
  queue.value = opened;
  watchQueue(opened, { onKeeping: noteKeeping, onNews: (text) => (news.value = text) });
  return opened;
}

export function noteKeeping(isKeeping: boolean): void {
  if (isKeeping) keepSetting(KEPT_KEY, '1');
  else localStorage.removeItem(KEPT_KEY);
}

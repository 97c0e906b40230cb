/** Part of the first load. The queue's code is imported when it is needed. */

import { effect, type ReadonlySignal } from '@preact/signals';
import type { Visibility } from '../../../../client/protocol-types.ts';
import { perUser } from '../../../state/per-user.ts';
import { ownerId, userId } from '../../../state/session.ts';
import { keepSetting } from './keep-setting.ts';
import type { UploadQueue } from './upload-queue.ts';

/** Whether this browser may have stored uploads of any account or of none. */
const KEPT_KEY = 'uploads';
const VISIBILITY_PREFIX = 'upload-visibility:';
/** The choice that earlier versions stored for all accounts: a choice of private stays private. */
const DEVICE_KEY = 'upload-visibility';

/** The queue of the tab's owner; null until it is needed. */
export const queue = perUser<UploadQueue | null>(() => null, {
  owner: ownerId,
  end: (previous) => previous?.close(),
});

/** The progress of the queue in steps, for screen readers. */
export const news = perUser(() => '');

const chosenVisibility = perUser(readVisibility);

export const visibility: ReadonlySignal<Visibility> = chosenVisibility;

export function startUploads(): void {
  addEventListener('storage', ({ key }) => {
    const owner = userId.peek();
    if (key === visibilityKey(owner)) chosenVisibility.value = readVisibility(owner);
  });
  effect(() => {
    if (userId.value === null || localStorage.getItem(KEPT_KEY) === null) return;
    openQueue().catch(() => undefined);
  });
}

export function chooseVisibility(chosen: Visibility): void {
  chosenVisibility.value = chosen;
  keepSetting(visibilityKey(userId.peek()), chosen);
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

function readVisibility(owner: number | null): Visibility {
  const chosen = localStorage.getItem(visibilityKey(owner)) ?? localStorage.getItem(DEVICE_KEY);
  return chosen === 'private' ? 'private' : 'public';
}

function visibilityKey(owner: number | null): string {
  return VISIBILITY_PREFIX + String(owner);
}

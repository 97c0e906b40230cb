/**
 * The queue of who is signed in, from every page. Its code is loaded when a file comes, when its page opens, or when an
 * earlier visit has left something; all that is here belongs to the first load.
 */

import { effect, signal, type ReadonlySignal } from '@preact/signals';
import type { Visibility } from '../../../../client/protocol-types.ts';
import { user } from '../../../state/session.ts';
import { keepSetting } from './keep-setting.ts';
import type { UploadQueue } from './upload-queue.ts';

/** Whether this browser may keep uploads of somebody. */
const KEPT_KEY = 'uploads';
/** Of one person: others who use this browser choose for themselves. */
const VISIBILITY_PREFIX = 'upload-visibility:';
/** What was chosen on this device when all chose together: who wanted nothing public is not to find it so. */
const DEVICE_KEY = 'upload-visibility';

/** The queue of who is signed in; null until it was needed. */
export const queue = signal<UploadQueue | null>(null);

/** How far the queue is, for screen readers, in steps. */
export const news = signal('');

const chosenVisibility = signal<Visibility>('public');

/** Of the files that come next; remembered for each person. */
export const visibility: ReadonlySignal<Visibility> = chosenVisibility;

/** Has an earlier visit's uploads go on as soon as their owner is signed in, and stop when another one is. */
export function startUploads(): void {
  effect(() => {
    chosenVisibility.value = readVisibility(user.value?.id);
  });
  // Chosen in another tab.
  addEventListener('storage', ({ key }) => {
    const owner = user.peek()?.id;
    if (key === visibilityKey(owner)) chosenVisibility.value = readVisibility(owner);
  });
  effect(() => {
    const owner = user.value?.id;
    const present = queue.peek();
    if (owner === undefined) {
      news.value = '';
      return;
    }
    if (present !== null && present.owner !== owner) {
      present.close();
      queue.value = null;
    }
    if (localStorage.getItem(KEPT_KEY) !== null) openQueue().catch(() => undefined);
  });
}

/** Sets it for who is signed in. */
export function chooseVisibility(chosen: Visibility): void {
  chosenVisibility.value = chosen;
  keepSetting(visibilityKey(user.peek()?.id), chosen);
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
  watchQueue(opened, { onKeeping: noteKeeping, onNews: (text) => (news.value = text) });
  return opened;
}

function noteKeeping(isKeeping: boolean): void {
  if (isKeeping) keepSetting(KEPT_KEY, '1');
  else localStorage.removeItem(KEPT_KEY);
}

function readVisibility(owner: number | undefined): Visibility {
  const chosen = localStorage.getItem(visibilityKey(owner)) ?? localStorage.getItem(DEVICE_KEY);
  return chosen === 'private' ? 'private' : 'public';
}

function visibilityKey(owner: number | undefined): string {
  return VISIBILITY_PREFIX + String(owner);
}

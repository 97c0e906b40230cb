/** Keeps photos for an account that does not exist yet; the queue of the next sign-in takes them over. */

import {
  forgetGuests,
  GUEST_PHOTOS_MAX,
  guests,
  showGuests,
  type Refusal,
} from '../../../state/guest-photos.ts';
import { isImage } from './collect-files.ts';
import { keepGuest, listGuests, removeGuests } from './guest-store.ts';
import { GUEST } from './item-age.ts';
import { noteKeeping } from './open-queue.ts';
import { newItem, type Item } from './queue-item.ts';
import { readFreeBytes } from './read-free-bytes.ts';
import { mayKeep } from './storage-limit.ts';

let last: Promise<void> = Promise.resolve();

/** Beside those of earlier visits. `maxBytes` is the service's limit, or null. */
export function keepGuests(files: readonly File[], maxBytes: number | null): Promise<void> {
  return takeTurn(async () => {
    await findAll();
    await keepAll(files, maxBytes);
  });
}

/** Shows those of earlier visits. Without storage there are none. */
export function findGuests(): Promise<void> {
  return takeTurn(findAll);
}

export function discardGuests(): Promise<void> {
  return takeTurn(async () => {
    await removeGuests();
    forgetGuests();
  });
}

/** One after the other, because each continues from the photos that are shown. */
function takeTurn(act: () => Promise<void>): Promise<void> {
  const turn = last.then(act);
  last = turn.catch(() => undefined);
  return turn;
}

async function findAll(): Promise<void> {
  if (guests.peek().photos.length > 0) return;
  showGuests({ photos: await listGuests(Date.now()).catch(() => []) });
}

/** One file after another, so that one that is refused stops no other. */
async function keepAll(files: readonly File[], maxBytes: number | null): Promise<void> {
  const addedAt = Date.now();
  showGuests({ refused: [] });
  for (const [index, file] of files.entries()) {
    const { photos, refused } = guests.peek();
    const place = { owner: GUEST, tab: '', addedAt, index, visibility: 'public' } as const;
    const kept = await keep(newItem({ ...place, file }), file, maxBytes);
    if (typeof kept === 'string') {
      showGuests({ refused: [...refused, { name: file.name, refusal: kept }] });
    } else {
      showGuests({ photos: [...photos, kept] });
    }
  }
}

async function keep(item: Item, file: File, maxBytes: number | null): Promise<Item | Refusal> {
  const { photos } = guests.peek();
  const keptBytes = photos.reduce((sum, { size }) => sum + size, 0);
  if (!isImage(file)) return 'not_an_image';
  if (maxBytes !== null && file.size > maxBytes) return 'too_large';
  if (photos.length >= GUEST_PHOTOS_MAX) return 'too_many';
  if (!mayKeep(keptBytes, file.size, await readFreeBytes())) return 'no_space';
  const bytes = await file.arrayBuffer().catch(() => null);
  if (bytes === null) return 'unreadable';
  // The queue of any account then removes it after its day.
  noteKeeping(true);
  try {
    await keepGuest(item, bytes);
    return { ...item, isKept: true };
  } catch {
    return 'no_space';
  }
}

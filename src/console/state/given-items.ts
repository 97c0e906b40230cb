import { signal } from '@preact/signals';
import { userId } from './session.ts';

export interface GivenItem {
  /** Null where it cannot be a folder. */
  readonly entry: FileSystemEntry | null;
  readonly file: File | null;
}

/** Files for the upload queue, until the code that adds them is there. */
export const givenItems = signal<readonly GivenItem[]>([]);

/** Whether files were given, or dragged over the window: then the code that takes them is imported. */
export const isTakerWanted = signal(false);

// The next account gets none of the last one's.
userId.subscribe((id) => {
  if (id === null) givenItems.value = [];
});

export function giveItems(items: readonly GivenItem[]): void {
  isTakerWanted.value = true;
  givenItems.value = [...givenItems.peek(), ...items];
}

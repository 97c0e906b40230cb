import { signal } from '@preact/signals';
import { userId } from './session.ts';

export interface GivenItem {
  /** Null where it cannot be a folder. */
  readonly entry: FileSystemEntry | null;
  readonly file: File | null;
}

/** Files for the upload queue, until the code that adds them is there. */
export const givenItems = signal<readonly GivenItem[]>([]);

// The next account gets none of the last one's.
userId.subscribe((id) => {
  if (id === null) givenItems.value = [];
});

export function giveItems(items: readonly GivenItem[]): void {
  givenItems.value = [...givenItems.peek(), ...items];
}

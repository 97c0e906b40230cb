import { signal } from '@preact/signals';

/** Files for the upload queue, chosen on a page that does not know the queue, which takes them immediately. */
export const givenFiles = signal<readonly File[]>([]);

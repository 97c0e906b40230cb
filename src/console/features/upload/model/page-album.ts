import { perUser } from '../../../state/per-user.ts';

/** The album that files go to while the upload page is open; null for none, and on other pages. */
export const pageAlbum = perUser<number | null>(() => null);

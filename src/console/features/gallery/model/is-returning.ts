import { perUser } from '../../../state/per-user.ts';

/** Whether the page before was that of an image, and the active image does not have the focus yet. */
export const isReturning = perUser(() => false);

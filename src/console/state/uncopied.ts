import type { FunctionComponent } from 'preact';
import { perUser } from './per-user.ts';
import { ownerId } from './session.ts';

interface Uncopied {
  readonly text: string;
  readonly Dialog: FunctionComponent<{ readonly value: string; readonly onClose: () => void }>;
}

/** The text to copy by hand, or null. It may open a private image, so no other user sees it. */
export const uncopied = perUser<Uncopied | null>(() => null, { owner: ownerId });

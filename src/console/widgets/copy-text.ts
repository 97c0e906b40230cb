/**
 * Copies text wherever the console runs: by the clipboard API, where that is missing or refuses by the older command,
 * and else by showing the text, selected, for the person to copy.
 */

import type { CopyByHand } from './copy-by-hand.tsx';
import { importForAction } from './import-chunk.ts';
import { perUser } from '../state/per-user.ts';
import { ownerId } from '../state/session.ts';

interface Uncopied {
  readonly text: string;
  /** Shows it. */
  readonly Dialog: typeof CopyByHand;
}

/** The text to copy by hand; null for none. It may open a private picture, so no other user sees it. */
export const uncopied = perUser<Uncopied | null>(() => null, { owner: ownerId });

/** Returns whether the text is in the clipboard by now; where not, a dialog shows it. */
export async function copyText(text: string): Promise<boolean> {
  if ((await writeClipboard(text)) || runCopyCommand(text)) return true;
  const owner = ownerId.peek();
  const loaded = await importForAction(() => import('./copy-by-hand.tsx'));
  if (loaded !== null && ownerId.peek() === owner) {
    uncopied.value = { text, Dialog: loaded.CopyByHand };
  }
  return false;
}

async function writeClipboard(text: string): Promise<boolean> {
  // Types know no page without it: it is missing where the page is not secure.
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  if (clipboard === undefined) return false;
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Selects the text in a field that nobody sees, and copies the selection. */
function runCopyCommand(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'visually-hidden';
  field.setAttribute('aria-hidden', 'true');
  // What stands outside of a modal dialog takes no focus.
  (document.querySelector('dialog:modal') ?? document.body).append(field);
  field.select();
  try {
    // Nothing else copies in a page that is not secure.
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}

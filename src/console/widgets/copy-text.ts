/** Copies text: by the clipboard API, else by the older command, else by showing the selected text. */

import { importForAction } from './import-chunk.ts';
import { ownerId } from '../state/session.ts';
import { uncopied } from '../state/uncopied.ts';

/** Returns whether the text was copied; otherwise a dialog shows it. */
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
  // Insecure pages lack it, against the types.
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  if (clipboard === undefined) return false;
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Selects the text in a hidden field and copies the selection. */
function runCopyCommand(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'visually-hidden';
  field.setAttribute('aria-hidden', 'true');
  // Elements outside of a modal dialog take no focus.
  (document.querySelector('dialog:modal') ?? document.body).append(field);
  field.select();
  try {
    // The only way to copy in an insecure page.
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}

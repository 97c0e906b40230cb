import { holdReload } from '../state/reload-if-replaced.ts';
import { text } from '../text/language.ts';
import { showToast } from './toast.tsx';

/**
 * Loads the code of what a person has asked for; null when it does not come, which the person is told. Where a deployment
 * has taken it away, the person says when the window is loaded anew: what was handed over would be gone with it.
 */
export async function loadAsked<Code>(load: () => Promise<Code>): Promise<Code | null> {
  try {
    return await holdReload(load);
  } catch {
    const { notLoaded, reload } = text.peek().common;
    const action = { label: reload, run: () => location.reload() };
    showToast({ kind: 'failure', message: notLoaded, action });
    return null;
  }
}

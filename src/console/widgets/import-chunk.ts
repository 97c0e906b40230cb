import { ConnectionError } from '../../client/errors.ts';
import { reportOutcome } from '../api/client.ts';
import { holdReload, reloadIfReplaced } from '../state/reload-if-replaced.ts';
import { bringTexts, text } from '../text/language.ts';
import { showToast } from './toast.tsx';

/**
 * Imports code on demand, with its texts. Reloads the window when a deployment has replaced the console. Any other missing
 * chunk counts as a lost connection: `useResource` and `lazyComponent` try again once the service is reached.
 * @throws {ConnectionError}
 */
export async function importChunk<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    const code = await load();
    await bringTexts();
    return code;
  } catch (cause) {
    const error = new ConnectionError(cause);
    reportOutcome(error);
    await reloadIfReplaced();
    throw error;
  }
}

let withdrawNotice = (): void => undefined;

/** Null if it is missing: a toast offers to reload, because an automatic reload would lose input. */
export async function importForAction<Code>(load: () => Promise<Code>): Promise<Code | null> {
  try {
    return await holdReload(() => importChunk(load));
  } catch {
    const { notLoaded, reload } = text.peek().common;
    const action = { label: reload, run: () => location.reload() };
    withdrawNotice();
    withdrawNotice = showToast({ kind: 'failure', message: notLoaded, action });
    return null;
  }
}

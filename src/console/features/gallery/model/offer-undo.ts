import { formatNumber } from '../../../state/format.ts';
import { text } from '../../../text/language.ts';
import { selectionText } from '../../../text/selection.ts';
import { showToast } from '../../../widgets/toast.tsx';
import type { Run } from './image-jobs.ts';
import { dropEntry, type Entry } from './journal.ts';

/** Offers to undo a deletion; resolves whether to send it. */
export function offerUndo({ key, change, ids }: Entry, run: Run): Promise<boolean> {
  const { common } = text.peek();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const withdraw = showToast({
    message: selectionText
      .peek()
      .undoable[change === 'trash' ? 'trash' : 'delete'](ids.length, formatNumber(ids.length)),
    action: { label: common.undo, run: () => resolve(false) },
    onGone: () => resolve(true),
  });
  run.stop.signal.addEventListener('abort', () => {
    resolve(false);
    withdraw();
  });
  run.hurry = () => {
    // The page may be gone before the answer: a sent job must not be offered again.
    void promise.then(() => dropEntry(localStorage, key));
    withdraw();
  };
  return promise;
}

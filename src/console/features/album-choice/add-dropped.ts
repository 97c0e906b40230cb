import { planAddition } from '../../api/albums.ts';
import { takeCalls } from '../../api/in-calls.ts';
import { explainError } from '../../state/explain-error.ts';
import { showToast } from '../../widgets/toast.tsx';
import { addAndTell } from './add-and-tell.ts';
import { openAddToAlbum } from './add-to-album.tsx';
import type { TrayTarget } from './model/album-tray.ts';

/** Adds images that were dropped on the tray. The dialog asks for an album, and before more images than a call takes. */
export async function addDropped(
  target: TrayTarget,
  ids: readonly number[],
  route: (path: string) => void,
): Promise<void> {
  if (target === 'other') return openAddToAlbum(ids);
  if (takeCalls(ids.length)) return openAddToAlbum(ids, target);
  try {
    const addition = planAddition(target.id, ids);
    await addAndTell({ album: target, count: ids.length, addition, route });
  } catch (reason) {
    showToast({ kind: 'failure', message: explainError(reason) });
  }
}

import { useRef } from 'preact/hooks';
import { moveInAlbum } from '../../api/albums.ts';
import { explainError } from '../../state/explain-error.ts';
import { formatNumber } from '../../state/format.ts';
import { albumText } from '../../text/album-pages.ts';
import { showToast } from '../../widgets/toast.tsx';
import type { AlbumWalk } from './model/album-walk.ts';
import type { MoveTarget } from './move-target.ts';

/** Moves images in the list at once, and sends one move after the other: each is planned in the order that the last one made. */
export function useMoves(walk: AlbumWalk): (target: MoveTarget | null) => void {
  const { albumId, list } = walk;
  const moves = useRef({ last: Promise.resolve(), waiting: 0, isStale: false });
  const dismiss = useRef<() => void>(undefined);
  return (target) => {
    if (target === null) return;
    const { current } = moves;
    const { ids, before, position } = target;
    current.waiting += 1;
    // The end of the album is not in the list.
    if (before === null && list.hasMore) current.isStale = true;
    else list.move(ids, before);
    const send = async (): Promise<void> => {
      try {
        await moveInAlbum(albumId, ids, before);
        dismiss.current?.();
        dismiss.current = showToast({
          message: albumText.peek().moved(formatNumber(position)),
        });
      } catch (reason) {
        current.isStale = true;
        showToast({ kind: 'failure', message: explainError(reason) });
      }
      current.waiting -= 1;
      if (current.waiting > 0 || !current.isStale) return;
      current.isStale = false;
      walk.reload();
    };
    current.last = current.last.then(send);
  };
}

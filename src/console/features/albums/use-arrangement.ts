import { isAccountLocked } from '../../state/session.ts';
import type { AlbumWalk } from './model/album-walk.ts';
import { dropTarget, edgeTarget, stepTarget, type MoveTarget } from './model/move-target.ts';
import { useDragInOrder } from './use-drag-in-order.ts';
import { useMoveKeys, type MoveKey } from './use-move-keys.ts';

type Moved = ReadonlySet<number>;

/** The order by hand of an album: its images are moved by keys, by the mouse and by the buttons of the selection. */
export function useArrangement(walk: AlbumWalk) {
  const { list, activeId } = walk;
  const { selection } = walk.selecting;
  const isByHand = walk.album.value?.order === 'manual' && !isAccountLocked.value;
  const isAwaited = list.isOutdated || walk.isReordering.value;
  const isMovable = isByHand && !isAwaited;
  const mayBecome = (isByHand || walk.isReordering.value) && isAwaited;
  const move = (target: MoveTarget | null): void => {
    if (target !== null) walk.moves.move(target);
  };
  /** The selection, or one image outside of it. */
  const movedWith = (id: number | null): Moved => {
    const { ids } = selection.peek();
    return id === null || ids.has(id) ? ids : new Set([id]);
  };
  const step = (moved: Moved, by: -1 | 1): void =>
    move(stepTarget(list.items.ids(), moved, by, list.hasMore));
  const onKey = (key: MoveKey, moved: Moved): void => {
    const ids = list.items.ids();
    const { hasMore } = list;
    const count = walk.album.peek()?.image_count ?? ids.length;
    if (key === 'ArrowLeft') step(moved, -1);
    else if (key === 'ArrowRight') step(moved, 1);
    else move(edgeTarget(ids, moved, key === 'Home' ? 'first' : 'last', { hasMore, count }));
    requestAnimationFrame(showActive);
  };
  const onKeyDownCapture = useMoveKeys({
    readiness: isMovable ? 'ready' : mayBecome ? 'awaited' : 'never',
    readMoved: () => movedWith(activeId.peek()),
    onKey,
  });
  const drag = useDragInOrder((from, to) => {
    const ids = list.items.ids();
    move(dropTarget(ids, movedWith(ids[from] ?? null), to, list.hasMore));
  });
  return {
    isMovable,
    /** Of the element around the grid. */
    handlers: { onKeyDownCapture, ...(isMovable ? drag : {}) },
    stepSelected: (by: -1 | 1) => step(selection.peek().ids, by),
  };
}

function showActive(): void {
  document
    .querySelector('.album-grid [data-index][tabindex="0"]')
    ?.scrollIntoView({ block: 'nearest' });
}

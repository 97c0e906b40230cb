import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useRef } from 'preact/hooks';
import { isAccountLocked } from '../../state/session.ts';
import { importForAction } from '../../widgets/import-chunk.ts';
import type * as Tray from './carry-to-album.ts';
import { list, selection } from './model/gallery-state.ts';
import { selectOnly } from './model/selection.ts';
import { useDrag } from './use-drag.ts';

interface Carried {
  readonly ids: readonly number[];
  readonly Tray: typeof Tray.AlbumTray;
}

/** Dragging the selection, or one image outside of it, onto an album of a tray that appears. */
export function useCarry() {
  const { route } = useLocation();
  const carried = useSignal<Carried | null>(null);
  const tray = useRef<typeof Tray | null>(null);
  const isUnderWay = useRef(false);
  const begin = async (index: number): Promise<void> => {
    const id = list.peek().items.get(index)?.id;
    if (id === undefined || isAccountLocked.peek()) return;
    isUnderWay.current = true;
    tray.current ??= await importForAction(() => import('./carry-to-album.ts'));
    if (tray.current === null || !isUnderWay.current) return;
    const { ids } = selection.peek();
    // The actions on images, which the bar has, show the dialog.
    if (!ids.has(id)) selection.value = selectOnly([id]);
    carried.value = { ids: [...selection.peek().ids], Tray: tray.current.AlbumTray };
  };
  const handlers = useDrag({
    onBegin: (index) => void begin(index),
    onMove: (event) => {
      if (carried.peek() !== null) tray.current?.moveOverTray(event);
    },
    onDrop: () => {
      const target = tray.current?.trayTarget.peek() ?? null;
      const dragged = carried.peek();
      if (target !== null && dragged !== null) {
        void tray.current?.addDropped(target, dragged.ids, route);
      }
    },
    onEnd: () => {
      isUnderWay.current = false;
      carried.value = null;
      tray.current?.leaveTray();
    },
  });
  return { carried: carried.value, handlers };
}

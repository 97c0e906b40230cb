import { useSignal, type Signal } from '@preact/signals';
import type { Size } from '../../../shared/pixels.ts';
import type { ShownImage } from './shown-image.ts';
import { zoomByKey } from './zoom-keys.ts';
import type { View, ZoomFrame } from './zoom-view.ts';

export interface Zoom {
  /** Null while the image is fitted. */
  readonly view: View | null;
  readonly frame: ZoomFrame;
  /** The size of the stage; null until it is measured. */
  readonly box: Signal<Size | null>;
  /** Gestures move without a transition, keys and buttons with one. */
  readonly isByHand: Signal<boolean>;
  readonly change: (next: (view: View | null) => View | null, isByHand?: boolean) => void;
  /** False for another key. */
  readonly takeKey: (key: string) => boolean;
}

const UNMEASURED: Size = { width: 1, height: 1 };

/** The zoom of an image. The next image is fitted. */
export function useZoom(image: ShownImage | null): Zoom {
  const box = useSignal<Size | null>(null);
  const isByHand = useSignal(false);
  const zoomed = useSignal<{ readonly id: number; readonly view: View | null } | null>(null);
  const readView = (): View | null =>
    zoomed.value?.id === image?.id ? (zoomed.value?.view ?? null) : null;
  const frame = { image: image ?? UNMEASURED, box: box.value ?? UNMEASURED };
  const change: Zoom['change'] = (next, byHand = false) => {
    if (image === null) return;
    isByHand.value = byHand;
    zoomed.value = { id: image.id, view: next(readView()) };
  };
  const takeKey = (key: string): boolean => {
    const next = image === null ? undefined : zoomByKey(key, readView(), frame);
    if (next === undefined) return false;
    change(() => next);
    return true;
  };
  return { view: readView(), frame, box, isByHand, change, takeKey };
}

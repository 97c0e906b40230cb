import type { TargetedPointerEvent, TargetedWheelEvent } from 'preact';
import { useRef } from 'preact/hooks';
import type { Step } from '../gallery/model/find-neighbours.ts';
import { readSwipe } from './swipe.ts';
import {
  moveBy,
  toggleZoom,
  zoomBy,
  type ZoomFrame,
  type PlanePoint,
  type View,
} from './zoom-view.ts';

const DOUBLE_PRESS_MS = 350;
const DOUBLE_PRESS_PX = 30;
/** A shorter movement is a press, not a drag. */
const PRESS_PX = 6;

const WHEEL_LINE_PX = 16;
/** The zoom speed of a wheel, and of a pinch on a touch pad, whose deltas are smaller. */
const WHEEL_RATE = 0.002;
const PINCH_RATE = 0.01;
/** The limit of a wheel notch, whatever its driver reports. */
const WHEEL_MOST = 0.4;

interface Swiping {
  readonly isZoomed: boolean;
  /** Called with the sideways distance of a finger; 0 when the swipe is cancelled. */
  readonly onSwiping: (x: number) => void;
  readonly onSwipe: (step: Step) => void;
}

type ChangeView = (next: (view: View | null) => View | null, isByHand: boolean) => void;

interface Press {
  readonly at: PlanePoint;
  readonly time: number;
}

export function useZoomGestures(
  frame: ZoomFrame,
  change: ChangeView,
  takesWheel: boolean,
  { isZoomed, onSwiping, onSwipe }: Swiping,
) {
  const pointers = useRef(new Map<number, PlanePoint>());
  const began = useRef<Press | null>(null);
  const lastPress = useRef<Press | null>(null);

  const onPointerDown = (event: TargetedPointerEvent<HTMLElement>): void => {
    const isOnButton = event.target instanceof Element && event.target.closest('button') !== null;
    if (event.button !== 0 || isOnButton) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = placeOf(event);
    pointers.current.set(event.pointerId, at);
    began.current = pointers.current.size === 1 ? { at, time: event.timeStamp } : null;
    if (began.current === null) onSwiping(0);
  };
  const swipes = (event: PointerEvent): boolean =>
    event.pointerType === 'touch' && !isZoomed && began.current !== null;
  const onPointerMove = (event: TargetedPointerEvent<HTMLElement>): void => {
    const from = pointers.current.get(event.pointerId);
    if (from === undefined) return;
    const to = placeOf(event);
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, to);
    const step = { x: to.x - from.x, y: to.y - from.y };
    if (swipes(event)) onSwiping(to.x - (began.current?.at.x ?? to.x));
    if (other === undefined) return change((view) => moveBy(view, step, frame), true);
    const factor = distance(to, other) / Math.max(1, distance(from, other));
    const half = { x: step.x / 2, y: step.y / 2 };
    const middle = { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 };
    change((view) => moveBy(zoomBy(view, factor, frame, middle), half, frame), true);
  };
  const onPointerUp = (event: TargetedPointerEvent<HTMLElement>): void => {
    // A pointer that went down on a button.
    if (!pointers.current.delete(event.pointerId)) return;
    const at = placeOf(event);
    const press = { at, time: event.timeStamp };
    if (swipes(event)) {
      onSwiping(0);
      const from = began.current ?? press;
      const way = { x: at.x - from.at.x, y: at.y - from.at.y };
      const swipe = readSwipe(way, press.time - from.time);
      if (swipe !== null) onSwipe(swipe);
    }
    if (began.current === null || distance(began.current.at, at) > PRESS_PX) {
      lastPress.current = null;
      return;
    }
    const isDouble = lastPress.current !== null && isDoublePress(lastPress.current, press);
    lastPress.current = isDouble ? null : press;
    if (isDouble) change((view) => toggleZoom(view, frame, at), false);
  };
  const onPointerCancel = (event: TargetedPointerEvent<HTMLElement>): void => {
    pointers.current.delete(event.pointerId);
    began.current = null;
    onSwiping(0);
  };
  const onWheel = (event: TargetedWheelEvent<HTMLElement>): void => {
    // A touch pad reports a pinch as a wheel with Ctrl. Without it, the page scrolls.
    if (!takesWheel && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === 0 ? 1 : WHEEL_LINE_PX);
    const rate = event.ctrlKey && event.deltaMode === 0 ? PINCH_RATE : WHEEL_RATE;
    const at = placeOf(event);
    const power = Math.min(WHEEL_MOST, Math.max(-WHEEL_MOST, -pixels * rate));
    change((view) => zoomBy(view, Math.exp(power), frame, at), true);
  };
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onWheel };
}

function placeOf(
  event: TargetedPointerEvent<HTMLElement> | TargetedWheelEvent<HTMLElement>,
): PlanePoint {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 };
}

function distance(from: PlanePoint, to: PlanePoint): number {
  return Math.hypot(to.x - from.x, to.y - from.y);
}

function isDoublePress(first: Press, second: Press): boolean {
  return (
    second.time - first.time < DOUBLE_PRESS_MS && distance(first.at, second.at) < DOUBLE_PRESS_PX
  );
}

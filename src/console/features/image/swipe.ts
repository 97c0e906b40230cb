import type { Step } from '../gallery/model/find-neighbours.ts';
import type { PlanePoint } from './zoom-view.ts';

/** A finger that has gone so far sideways has turned the page. */
const SWIPE_PX = 48;
/** Less when it is quick. */
const FLICK_PX = 20;
const FLICK_PX_PER_MS = 0.4;
/** How much less a picture follows that has none beside it. */
const RESISTANCE = 0.25;

/** What a finger has asked for that went by `way` in `ms`; null for neither. */
export function readSwipe(way: PlanePoint, ms: number): Step | null {
  const distance = Math.abs(way.x);
  const isFlick = distance >= FLICK_PX && distance / Math.max(1, ms) >= FLICK_PX_PER_MS;
  if (distance < Math.abs(way.y) * 1.5 || (distance < SWIPE_PX && !isFlick)) return null;
  return way.x < 0 ? 'next' : 'previous';
}

/** How far a picture follows a finger, in CSS pixels. */
export function followSwipe(x: number, hasNeighbour: (step: Step) => boolean): number {
  return hasNeighbour(x < 0 ? 'next' : 'previous') ? x : x * RESISTANCE;
}

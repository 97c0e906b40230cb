import type { Step } from '../gallery/model/find-neighbours.ts';
import type { PlanePoint } from './zoom-view.ts';

/** A sideways distance that counts as a swipe. */
const SWIPE_PX = 48;
/** A shorter one suffices for a quick swipe. */
const FLICK_PX = 20;
const FLICK_PX_PER_MS = 0.4;
/** The resistance of an image without a neighbour. */
const RESISTANCE = 0.25;

/** The step of a swipe by `way` in `ms`; null for none. */
export function readSwipe(way: PlanePoint, ms: number): Step | null {
  const distance = Math.abs(way.x);
  const isFlick = distance >= FLICK_PX && distance / Math.max(1, ms) >= FLICK_PX_PER_MS;
  if (distance < Math.abs(way.y) * 1.5 || (distance < SWIPE_PX && !isFlick)) return null;
  return way.x < 0 ? 'next' : 'previous';
}

export function followSwipe(x: number, hasNeighbour: (step: Step) => boolean): number {
  return hasNeighbour(x < 0 ? 'next' : 'previous') ? x : x * RESISTANCE;
}

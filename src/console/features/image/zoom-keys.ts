import { moveBy, zoomBy, zoomTo, type ZoomFrame, type PlanePoint, type View } from './zoom-view.ts';

export const ZOOM_STEP = 1.5;
/** The distance of an arrow key, as a share of the box. */
const MOVE_SHARE = 0.15;

const DIRECTIONS: Readonly<Record<string, PlanePoint>> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};

export function zoomByKey(
  key: string,
  view: View | null,
  frame: ZoomFrame,
): View | null | undefined {
  if (key === '+' || key === '=') return zoomBy(view, ZOOM_STEP, frame);
  if (key === '-' || key === '_') return zoomBy(view, 1 / ZOOM_STEP, frame);
  if (key === '0') return null;
  if (key === '1') return zoomTo(view, 1, frame);
  const direction = DIRECTIONS[key];
  // A fitted image does not move: these lead to its neighbours, or scroll the page.
  if (direction === undefined || view === null) return undefined;
  const { width, height } = frame.box;
  const step = { x: direction.x * width * MOVE_SHARE, y: direction.y * height * MOVE_SHARE };
  return moveBy(view, step, frame);
}

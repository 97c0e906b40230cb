/**
 * How a picture lies in its box. Sizes and places are in CSS pixels, scale 1 shows a pixel of the picture as one of
 * them. A view is what a person has zoomed to; without one the picture is fitted, and follows its box.
 */

import type { Size } from '../../../shared/pixels.ts';

/** From the middle of the box. */
export interface PlanePoint {
  readonly x: number;
  readonly y: number;
}

export interface View {
  readonly scale: number;
  /** Where the middle of the picture lies. */
  readonly middle: PlanePoint;
}

export interface ZoomFrame {
  readonly picture: Size;
  readonly box: Size;
}

/** Eight pixels for one show each of them. */
const LARGEST_SCALE = 8;
const MIDDLE: PlanePoint = { x: 0, y: 0 };

/** The scale at which all of the picture is seen; never enlarged. */
export function fitScale({ picture, box }: ZoomFrame): number {
  return Math.min(1, box.width / picture.width, box.height / picture.height);
}

/** What is seen: the view, or the whole picture where there is none. */
export function shownView(view: View | null, frame: ZoomFrame): View {
  return view === null
    ? { scale: fitScale(frame), middle: MIDDLE }
    : { ...view, middle: keepInside(view.middle, view.scale, frame) };
}

/** Changes the scale so that what lies at `point` stays there; null once all of the picture is seen. */
export function zoomTo(
  view: View | null,
  scale: number,
  frame: ZoomFrame,
  point: PlanePoint = MIDDLE,
): View | null {
  const fit = fitScale(frame);
  if (scale <= fit) return null;
  const from = shownView(view, frame);
  const next = Math.min(scale, LARGEST_SCALE);
  const factor = next / from.scale;
  const middle = {
    x: point.x - (point.x - from.middle.x) * factor,
    y: point.y - (point.y - from.middle.y) * factor,
  };
  return { scale: next, middle: keepInside(middle, next, frame) };
}

/** Changes the scale by a factor. */
export function zoomBy(
  view: View | null,
  factor: number,
  frame: ZoomFrame,
  point: PlanePoint = MIDDLE,
): View | null {
  return zoomTo(view, shownView(view, frame).scale * factor, frame, point);
}

/** Moves the picture, no farther than to its edges. */
export function moveBy(view: View | null, { x, y }: PlanePoint, frame: ZoomFrame): View | null {
  if (view === null) return null;
  const middle = { x: view.middle.x + x, y: view.middle.y + y };
  return { ...view, middle: keepInside(middle, view.scale, frame) };
}

/** What a double press means: actual size, or twice as large where that is seen already; and back. */
export function toggleZoom(view: View | null, frame: ZoomFrame, point: PlanePoint): View | null {
  if (view !== null) return null;
  const fit = fitScale(frame);
  return zoomTo(null, fit < 1 ? 1 : 2, frame, point);
}

function keepInside(middle: PlanePoint, scale: number, { picture, box }: ZoomFrame): PlanePoint {
  return {
    x: clamp(middle.x, Math.max(0, (picture.width * scale - box.width) / 2)),
    y: clamp(middle.y, Math.max(0, (picture.height * scale - box.height) / 2)),
  };
}

function clamp(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}

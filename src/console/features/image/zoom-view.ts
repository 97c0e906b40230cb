/**
 * The position of an image in its box. Sizes and positions are in CSS pixels; scale 1 is one image pixel per CSS pixel.
 * Without a view the image is fitted and follows its box.
 */

import type { Size } from '../../../shared/pixels.ts';

export interface PlanePoint {
  readonly x: number;
  readonly y: number;
}

export interface View {
  readonly scale: number;
  readonly middle: PlanePoint;
}

export interface ZoomFrame {
  readonly image: Size;
  readonly box: Size;
}

const LARGEST_SCALE = 8;
const MIDDLE: PlanePoint = { x: 0, y: 0 };

export function fitScale({ image, box }: ZoomFrame): number {
  return Math.min(1, box.width / image.width, box.height / image.height);
}

export function shownView(view: View | null, frame: ZoomFrame): View {
  return view === null
    ? { scale: fitScale(frame), middle: MIDDLE }
    : { ...view, middle: keepInside(view.middle, view.scale, frame) };
}

/** Zooms around `point`; null once the image fits. */
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

export function zoomBy(
  view: View | null,
  factor: number,
  frame: ZoomFrame,
  point: PlanePoint = MIDDLE,
): View | null {
  return zoomTo(view, shownView(view, frame).scale * factor, frame, point);
}

export function moveBy(view: View | null, { x, y }: PlanePoint, frame: ZoomFrame): View | null {
  if (view === null) return null;
  const middle = { x: view.middle.x + x, y: view.middle.y + y };
  return { ...view, middle: keepInside(middle, view.scale, frame) };
}

/** A double press zooms to actual size, or doubles it, and back. */
export function toggleZoom(view: View | null, frame: ZoomFrame, point: PlanePoint): View | null {
  if (view !== null) return null;
  const fit = fitScale(frame);
  return zoomTo(null, fit < 1 ? 1 : 2, frame, point);
}

function keepInside(middle: PlanePoint, scale: number, { image, box }: ZoomFrame): PlanePoint {
  return {
    x: clamp(middle.x, Math.max(0, (image.width * scale - box.width) / 2)),
    y: clamp(middle.y, Math.max(0, (image.height * scale - box.height) / 2)),
  };
}

function clamp(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}

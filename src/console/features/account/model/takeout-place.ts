/** The position of an archive, so that it resumes after a reload or a new sign-in. */

import type { Position } from './takeout-run.ts';

export interface TakeoutPlace {
  readonly ownerId: number;
  readonly position: Position;
  readonly volumes: number;
  /** The bytes of all previous volumes. */
  readonly bytes: number;
}

const STORAGE_KEY = 'takeout';

/** Stores the position after the first volume; ignores a full store. */
export function keepPlace(place: TakeoutPlace): void {
  if (place.position.volume === 1) return;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(place));
  } catch {
    // See above.
  }
}

export function forgetPlace(): void {
  localStorage.removeItem(STORAGE_KEY);
}

export function findPlace(ownerId: number): TakeoutPlace | null {
  const stored = localStorage.getItem(STORAGE_KEY);
  if (stored === null) return null;
  const place = JSON.parse(stored) as TakeoutPlace;
  return place.ownerId === ownerId ? place : null;
}

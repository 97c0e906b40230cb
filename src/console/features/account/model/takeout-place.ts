/** How far a takeout is, so that it goes on after a reload, or after another sign-in of the same person. */

import type { Position } from './takeout-run.ts';

export interface TakeoutPlace {
  readonly ownerId: number;
  /** The volume that comes next. */
  readonly position: Position;
  readonly volumes: number;
  /** Of all volumes before it. */
  readonly bytes: number;
}

const STORAGE_KEY = 'takeout';

/** A takeout whose first volume is not there yet has no place. A store that is full is no reason to stop it. */
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

/** What another person has left on this device is not found. */
export function findPlace(ownerId: number): TakeoutPlace | null {
  const stored = localStorage.getItem(STORAGE_KEY);
  if (stored === null) return null;
  const place = JSON.parse(stored) as TakeoutPlace;
  return place.ownerId === ownerId ? place : null;
}

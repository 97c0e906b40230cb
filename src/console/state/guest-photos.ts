/** The photos that were chosen in this browser before anyone signed in. */

import { signal } from '@preact/signals';

export interface GuestPhoto {
  readonly id: string;
  /** Bytes. */
  readonly size: number;
}

/** Why a file does not wait. */
export type Refusal = 'not_an_image' | 'too_large' | 'too_many' | 'no_space' | 'unreadable';

export interface RefusedFile {
  readonly name: string;
  readonly refusal: Refusal;
}

interface Guests {
  readonly photos: readonly GuestPhoto[];
  /** Of the last choice. */
  readonly refused: readonly RefusedFile[];
}

/** Files beyond these are refused. */
export const GUEST_PHOTOS_MAX = 200;

/** In a tab that has shown them: only there, the next sign-in uploads them. */
const SHOWN_KEY = 'guest-photos';

export const guests = signal<Guests>({ photos: [], refused: [] });

export function showGuests(change: Partial<Guests>): void {
  guests.value = { ...guests.peek(), ...change };
  if (guests.peek().photos.length > 0) sessionStorage.setItem(SHOWN_KEY, '1');
}

export function hasShownGuests(): boolean {
  return sessionStorage.getItem(SHOWN_KEY) !== null;
}

export function forgetGuests(): void {
  sessionStorage.removeItem(SHOWN_KEY);
  guests.value = { photos: [], refused: [] };
}

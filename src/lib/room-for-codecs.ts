/**
 * Room in an isolate's memory that others use while no codec has run there. The codecs keep what they have grown to, so
 * that it is given up once and for good.
 */

let isWanted = false;
let giveUp: (() => void) | null = null;

/** Says how the room is given up: when the first codec is to run, or at once where one has. */
export function lendRoom(release: () => void): void {
  giveUp = release;
  if (isWanted) release();
}

/** To be called before codecs are made. */
export function claimRoom(): void {
  if (isWanted) return;
  isWanted = true;
  giveUp?.();
}

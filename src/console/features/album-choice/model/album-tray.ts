/** The albums that images can be dropped on while they are dragged. */

import { batch, signal } from '@preact/signals';
import { listAlbums } from '../../../api/albums.ts';
import type { Album } from '../../../api/types.ts';
import { perUser } from '../../../state/per-user.ts';

/** More would not fit beside the images. */
const TRAY_ALBUMS = 7;

/** A choice of the tray: one of its albums, or the dialog with all of them. */
export type TrayTarget = Album | 'other';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The newest ones, as they were read last. */
export const trayAlbums = perUser<readonly Album[]>(() => []);

/** Of the mouse, while images are dragged. */
export const trayPoint = signal<Point | null>(null);

export const trayTarget = signal<TrayTarget | null>(null);

/** Keeps the known albums if they cannot be read. */
export async function readTray(): Promise<void> {
  const page = await listAlbums({ limit: TRAY_ALBUMS }).catch(() => null);
  if (page !== null) trayAlbums.value = page.albums;
}

/** Finds the target below the mouse. */
export function moveOverTray({ clientX: x, clientY: y }: PointerEvent): void {
  const element = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-album]');
  const id = element?.dataset['album'];
  batch(() => {
    trayPoint.value = { x, y };
    trayTarget.value =
      id === 'other'
        ? 'other'
        : (trayAlbums.peek().find((album) => String(album.id) === id) ?? null);
  });
}

export function leaveTray(): void {
  batch(() => {
    trayPoint.value = null;
    trayTarget.value = null;
  });
}

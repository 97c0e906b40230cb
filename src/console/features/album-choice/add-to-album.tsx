import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Album } from '../../api/types.ts';
import { importForAction } from '../../widgets/import-chunk.ts';
import type { AddDialog } from './add-dialog.tsx';

interface Asked {
  readonly Dialog: typeof AddDialog;
  readonly ids: readonly number[];
  readonly album: Album | null;
}

const asked = signal<Asked | null>(null);

/** Asks for the album, on a page that shows `AddToAlbum`; `album` is chosen at first. */
export async function openAddToAlbum(
  ids: readonly number[],
  album: Album | null = null,
): Promise<void> {
  const loaded = await importForAction(() => import('./add-dialog.tsx'));
  if (loaded !== null) asked.value = { Dialog: loaded.AddDialog, ids, album };
}

export function AddToAlbum() {
  useEffect(
    () => () => {
      asked.value = null;
    },
    [],
  );
  const shown = asked.value;
  if (shown === null) return null;
  return <shown.Dialog ids={shown.ids} album={shown.album} onClose={() => (asked.value = null)} />;
}

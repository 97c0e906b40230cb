import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { importForAction } from '../../widgets/import-chunk.ts';
import type { AddDialog } from './add-dialog.tsx';

interface Asked {
  readonly Dialog: typeof AddDialog;
  readonly ids: readonly number[];
}

const asked = signal<Asked | null>(null);

/** Asks for the album, on a page that shows `AddToAlbum`. */
export async function openAddToAlbum(ids: readonly number[]): Promise<void> {
  const loaded = await importForAction(() => import('./add-dialog.tsx'));
  if (loaded !== null) asked.value = { Dialog: loaded.AddDialog, ids };
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
  return <shown.Dialog ids={shown.ids} onClose={() => (asked.value = null)} />;
}

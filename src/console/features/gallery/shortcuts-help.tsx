import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { importForAction } from '../../widgets/import-chunk.ts';
import { isForPage } from '../../widgets/page-keys.ts';
import type { ShortcutsDialog } from './shortcuts-dialog.tsx';

const shown = signal<{ readonly Dialog: typeof ShortcutsDialog } | null>(null);

export async function openShortcuts(): Promise<void> {
  const loaded = await importForAction(() => import('./shortcuts-dialog.tsx'));
  if (loaded !== null) shown.value = { Dialog: loaded.ShortcutsDialog };
}

/** The keys of gallery, albums and viewer, on “?”. */
export function ShortcutsHelp() {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== '?' || !isForPage(event)) return;
      event.preventDefault();
      void openShortcuts();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      shown.value = null;
    };
  }, []);
  const help = shown.value;
  return help === null ? null : <help.Dialog onClose={() => (shown.value = null)} />;
}

import './drop-anywhere.css';
import { untracked, useSignal, useSignalEffect } from '@preact/signals';
import { exec, useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { PAGES, readId } from '../../../shared/pages.ts';
import { importForAction } from '../../widgets/import-chunk.ts';
import { text } from '../../text/language.ts';
import { givenItems, type GivenItem } from '../../state/given-items.ts';
import { session, user } from '../../state/session.ts';
import { showToast } from '../../widgets/toast.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { bringsFiles } from './model/start-drops.ts';

/** Adds the files that any page was given, and says so while some are dragged over it. */
export function DropAnywhere() {
  const isOver = useSignal(false);
  const { path, route } = useLocation();
  const add = async (items: readonly GivenItem[]): Promise<void> => {
    const owner = user.peek()?.id;
    const loaded = await importForAction(() => import('./model/add-dropped-files.ts'));
    const message = await loaded?.addDroppedFiles(items, owner, route, readAlbumId(path));
    if (typeof message !== 'string' || path === PAGES.upload) return;
    const label = text.peek().layout.uploads.showQueue;
    showToast({ message, action: { label, run: () => route(PAGES.upload) } });
  };
  useSignalEffect(() => {
    const items = givenItems.value;
    if (items.length === 0 || session.value.state === 'unknown') return;
    givenItems.value = [];
    untracked(() => void add(items));
  });
  useEffect(() => {
    const onDrag = (event: DragEvent): void => {
      if (bringsFiles(event.dataTransfer)) isOver.value = true;
    };
    const onLeave = (event: DragEvent): void => {
      // The drag moves to another element of the window.
      if (event.relatedTarget === null) isOver.value = false;
    };
    const end = (): void => {
      isOver.value = false;
    };
    const left = new AbortController();
    const { signal } = left;
    addEventListener('dragenter', onDrag, { signal });
    addEventListener('dragover', onDrag, { signal });
    addEventListener('dragleave', onLeave, { signal });
    addEventListener('drop', end, { signal });
    // A drag that ends outside the window sends no event.
    addEventListener('pointermove', end, { signal });
    return () => left.abort();
  }, [isOver]);
  if (!isOver.value) return null;
  const { dropHere, dropInAlbum } = text.value.layout.uploads;
  return (
    <div class="drop-anywhere" aria-hidden="true">
      <p>
        <Icon name="upload" />
        {readAlbumId(path) === null ? dropHere : dropInAlbum}
      </p>
    </div>
  );
}

/** Files that are dropped on the page of an album go to that album. */
function readAlbumId(path: string): number | null {
  return readId(exec(path, PAGES.album)?.params['id']);
}

import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { PAGES } from '../../../shared/pages.ts';
import { importForAction } from '../../widgets/import-chunk.ts';
import { text } from '../../text/language.ts';
import { givenFiles } from '../../state/given-files.ts';
import { user } from '../../state/session.ts';
import { showToast } from '../../widgets/toast.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { bringsFiles, takeItems, type DroppedItem } from './model/dropped-items.ts';

/** Takes drops and pastes on every page, also to refuse them: browsers would open the image in place of the page. */
export function DropAnywhere() {
  const isOver = useSignal(false);
  const { path, route } = useLocation();
  useEffect(() => {
    const take = async (items: readonly DroppedItem[]): Promise<void> => {
      const owner = user.peek()?.id;
      const loaded = await importForAction(() => import('./model/add-dropped-files.ts'));
      const message = await loaded?.addDroppedFiles(items, owner, route);
      if (typeof message !== 'string' || path === PAGES.upload) return;
      const label = text.peek().layout.uploads.showQueue;
      showToast({ message, action: { label, run: () => route(PAGES.upload) } });
    };
    const unsubscribe = givenFiles.subscribe((files) => {
      if (files.length === 0) return;
      givenFiles.value = [];
      void take(files.map((file) => ({ entry: null, file })));
    });
    const onDrag = (event: DragEvent): void => {
      if (!bringsFiles(event.dataTransfer)) return;
      event.preventDefault();
      isOver.value = true;
    };
    const onLeave = (event: DragEvent): void => {
      // The drag moves to another element of the window.
      if (event.relatedTarget === null) isOver.value = false;
    };
    const onDrop = (event: DragEvent): void => {
      isOver.value = false;
      if (event.dataTransfer === null || !bringsFiles(event.dataTransfer)) return;
      event.preventDefault();
      void take(takeItems(event.dataTransfer));
    };
    const onPaste = (event: ClipboardEvent): void => {
      if (event.clipboardData === null || !bringsFiles(event.clipboardData)) return;
      // Office programs copy text together with an image of it.
      if (isTextField(event.target) && event.clipboardData.types.includes('text/plain')) return;
      event.preventDefault();
      void take(takeItems(event.clipboardData));
    };
    const onPointer = (): void => {
      // A drag that ends outside the window sends no event.
      isOver.value = false;
    };
    const left = new AbortController();
    const { signal } = left;
    addEventListener('dragenter', onDrag, { signal });
    addEventListener('dragover', onDrag, { signal });
    addEventListener('dragleave', onLeave, { signal });
    addEventListener('drop', onDrop, { signal });
    addEventListener('paste', onPaste, { signal });
    addEventListener('pointermove', onPointer, { signal });
    return () => {
      unsubscribe();
      left.abort();
    };
  }, [isOver, path, route]);
  if (!isOver.value) return null;
  return (
    <div class="drop-anywhere" aria-hidden="true">
      <p>
        <Icon name="upload" />
        {text.value.layout.uploads.dropHere}
      </p>
    </div>
  );
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

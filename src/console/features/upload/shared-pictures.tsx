import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useCallback, useEffect } from 'preact/hooks';
import { PAGES, SHARE_FAILED } from '../../../shared/pages.ts';
import { importForAction } from '../../widgets/import-chunk.ts';
import { text } from '../../text/language.ts';
import { uploadText } from '../../text/upload.ts';
import { uploadFiles } from './model/upload-files.ts';
import { Button } from '../../widgets/button.tsx';
import { Dialog } from '../../widgets/dialog.tsx';
import { showToast } from '../../widgets/toast.tsx';

type Take = (files: readonly File[]) => Promise<boolean>;

interface SharedProps {
  /** The service worker's message in the address; undefined where nothing was shared just now. */
  readonly news: string | undefined;
}

/**
 * Pictures that were shared with the console. Only other apps can share with a window of the installed app. Any page of
 * any site can share with a tab, so a tab uploads nothing before the person agrees, nor what an earlier visit has left.
 */
export function SharedPictures({ news }: SharedProps) {
  const { common } = text.value;
  const upload = uploadText.value;
  const { route } = useLocation();
  const count = useSignal(0);
  const take = useCallback(
    async (use: Take): Promise<void> => {
      count.value = 0;
      try {
        const loaded = await importForAction(loadShared);
        await loaded?.takeShared(use);
      } finally {
        // The person may have left the page by then.
        if (location.pathname === PAGES.upload) route(PAGES.upload, true);
      }
    },
    [count, route],
  );
  useEffect(() => {
    const ask = async (): Promise<void> => {
      const isNews = news !== undefined;
      const mustAsk = !isNews || matchMedia('(display-mode: browser)').matches;
      const waiting = mustAsk ? await (await loadShared()).countShared() : 0;
      if (isNews && waiting === 0) await take(uploadFiles);
      else count.value = waiting;
    };
    // Without storage nothing is waiting.
    ask().catch(() => undefined);
  }, [count, news, take]);
  useEffect(() => {
    if (news !== SHARE_FAILED) return;
    showToast({ kind: 'failure', message: uploadText.peek().states.missing });
  }, [news]);
  if (count.value === 0) return null;
  const drop = (): void => void take(() => Promise.resolve(true));
  return (
    <Dialog
      title={upload.sharedTitle}
      onClose={drop}
      actions={
        <>
          <Button onClick={drop}>{upload.sharedDrop}</Button>
          <Button kind="primary" onClick={() => void take(uploadFiles)}>
            {common.upload}
          </Button>
        </>
      }
    >
      <p>{upload.sharedHint(count.value)}</p>
    </Dialog>
  );
}

function loadShared() {
  return import('./model/take-shared.ts');
}

import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useCallback, useEffect } from 'preact/hooks';
import { PAGES } from '../../../lib/pages.ts';
import { text } from '../../state/language.ts';
import { uploadFiles } from '../../upload/open-queue.ts';
import { Button } from '../../widgets/button.tsx';
import { Dialog } from '../../widgets/dialog.tsx';

type Take = (files: readonly File[]) => Promise<boolean>;

const loadShared = () => import('../../upload/take-shared.ts');

/**
 * What was shared with the console. To a window of the installed app only other apps hand something over; to a tab any
 * page of any site can, so that nothing is uploaded there before the person says so.
 */
export function SharedPictures() {
  const { upload, common } = text.value;
  const { route } = useLocation();
  const count = useSignal(0);
  const take = useCallback(
    async (use: Take): Promise<void> => {
      try {
        await (await loadShared()).takeShared(use);
      } finally {
        route(PAGES.upload, true);
      }
    },
    [route],
  );
  useEffect(() => {
    const ask = async (): Promise<void> => {
      const isTab = matchMedia('(display-mode: browser)').matches;
      count.value = isTab ? await (await loadShared()).countShared() : 0;
      if (count.value === 0) await take(uploadFiles);
    };
    void ask();
  }, [count, take]);
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

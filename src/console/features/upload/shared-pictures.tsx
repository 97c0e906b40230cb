import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { PAGES, SHARE_FAILED, SHARE_TOO_LARGE } from '../../../shared/pages.ts';
import { importForAction } from '../../widgets/import-chunk.ts';
import { text } from '../../text/language.ts';
import { uploadText } from '../../text/upload.ts';
import type { WaitingShare } from './model/share-store.ts';
import { uploadFiles } from './model/upload-files.ts';
import { Button } from '../../widgets/button.tsx';
import { Dialog } from '../../widgets/dialog.tsx';
import { showToast } from '../../widgets/toast.tsx';

interface SharedProps {
  /** The service worker's message in the address; undefined where nothing was shared just now. */
  readonly news: string | undefined;
}

const MAX_NAMES = 5;

/** Asks about pictures that were shared with the console, share by share: any page of any site can share, too. */
export function SharedPictures({ news }: SharedProps) {
  const { common } = text.value;
  const upload = uploadText.value;
  const { route } = useLocation();
  const waiting = useSignal<readonly WaitingShare[]>([]);
  useEffect(() => {
    const look = async (): Promise<void> => {
      const { listShares } = await loadShared();
      waiting.value = await listShares(Date.now());
    };
    // Without storage nothing is waiting.
    look().catch(() => undefined);
  }, [waiting]);
  useEffect(() => {
    if (news === undefined) return;
    const { states, sharedTooLarge } = uploadText.peek();
    if (news === SHARE_FAILED) showFailure(states.missing);
    if (news === SHARE_TOO_LARGE) showFailure(sharedTooLarge);
    route(PAGES.upload, true);
  }, [news, route]);
  const [share, ...others] = waiting.value;
  if (share === undefined) return null;
  const answer = async (isWanted: boolean): Promise<void> => {
    waiting.value = [];
    const loaded = await importForAction(loadShared);
    if (!isWanted) await loaded?.dropShare(share.id);
    else if (
      (await loaded?.takeShare(share.id, Date.now(), (files) => uploadFiles(files))) === false
    ) {
      showFailure(upload.states.missing);
    }
    waiting.value = others;
  };
  return (
    <Dialog
      title={upload.sharedTitle}
      onClose={() => void answer(false)}
      actions={
        <>
          <Button onClick={() => void answer(false)}>{upload.sharedDrop}</Button>
          <Button kind="primary" onClick={() => void answer(true)}>
            {common.upload}
          </Button>
        </>
      }
    >
      <p>{upload.sharedHint(share.names.length)}</p>
      <ul class="shared-names">
        {share.names.slice(0, MAX_NAMES).map((name, place) => (
          <li key={place}>{name}</li>
        ))}
        {share.names.length > MAX_NAMES && <li>…</li>}
      </ul>
    </Dialog>
  );
}

function showFailure(message: string): void {
  showToast({ kind: 'failure', message });
}

function loadShared() {
  return import('./model/take-shared.ts');
}

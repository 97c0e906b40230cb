import { useEffect, useRef } from 'preact/hooks';
import { PAGES } from '../../../shared/pages.ts';
import { formatBytes, formatNumber } from '../../state/format.ts';
import { guests } from '../../state/guest-photos.ts';
import { startText } from '../../text/start.ts';
import { Button, LinkButton } from '../../widgets/button.tsx';
import { withNext } from '../access/model/next-path.ts';
import { readGuest } from '../upload/model/guest-store.ts';
import { drawThumbnail, makeThumbnail } from '../upload/model/thumbnails.ts';
import { PLUS } from '../../widgets/rare-icons.ts';

const SHOWN_MAX = 8;
const SIDE_PX = 128;

interface WaitingProps {
  /** Whether anyone may register. */
  readonly mayRegister: boolean;
  /** Whether the photos were chosen just now, which takes the focus along. */
  readonly isFresh: boolean;
  readonly onMore: () => void;
  readonly onDiscard: () => void;
}

export function WaitingPhotos({ mayRegister, isFresh, onMore, onDiscard }: WaitingProps) {
  const start = startText.value;
  const { photos } = guests.value;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFresh) box.current?.focus({ preventScroll: true });
  }, [isFresh]);
  const bytes = photos.reduce((sum, { size }) => sum + size, 0);
  return (
    <div ref={box} class="start-waiting" role="group" aria-label={start.waitingTitle} tabIndex={-1}>
      <ul class="start-waiting-photos" aria-hidden="true">
        {photos.slice(0, SHOWN_MAX).map(({ id }) => (
          <li key={id}>
            <Photo id={id} />
          </li>
        ))}
      </ul>
      <p role="status">
        <strong>{start.waiting(photos.length, formatNumber(photos.length))}</strong>{' '}
        <span>{formatBytes(bytes)}</span>
      </p>
      <p class="start-drop-accepted">{start.waitingHint}</p>
      <div class="start-waiting-actions">
        {mayRegister && (
          <LinkButton href={withNext(PAGES.register, PAGES.upload)} kind="primary">
            {start.registerAndUpload}
          </LinkButton>
        )}
        <LinkButton
          href={withNext(PAGES.signIn, PAGES.upload)}
          kind={mayRegister ? 'secondary' : 'primary'}
        >
          {start.signInAndUpload}
        </LinkButton>
      </div>
      <div class="start-waiting-actions">
        <Button kind="quiet" icon={PLUS} onClick={onMore}>
          {start.addMore}
        </Button>
        <Button kind="quiet" icon="trash" onClick={onDiscard}>
          {start.discard}
        </Button>
      </div>
    </div>
  );
}

function Photo({ id }: { readonly id: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const left = new AbortController();
    const show = async (): Promise<void> => {
      const image = await makeThumbnail(id, () => readGuest(id), left.signal);
      if (image !== null && canvas.current !== null) drawThumbnail(image, canvas.current);
    };
    void show();
    return () => left.abort();
  }, [id]);
  return <canvas ref={canvas} width={SIDE_PX} height={SIDE_PX} />;
}

import { toAddress, WHOLE_LIBRARY } from '../gallery/model/gallery-query.ts';
import { isConnected } from '../../state/connection.ts';
import { formatDuration } from '../../state/format.ts';
import { uploadText } from '../../text/upload.ts';
import type { Hold } from './model/failure.ts';
import { isAtWork } from './model/queue-stats.ts';
import type { UploadQueue } from './model/upload-queue.ts';
import { Button, LinkButton } from '../../widgets/button.tsx';
import { useCountdown } from '../../widgets/use-countdown.ts';

const BY_SIZE = toAddress({ ...WHOLE_LIBRARY, sort: 'largest' });

interface NoticeProps {
  readonly queue: UploadQueue;
  readonly hold: Hold | null;
}

/** What stands in the way of the whole queue, and what can be done about it. */
export function QueueNotice({ queue, hold }: NoticeProps) {
  const { holds } = uploadText.value;
  if (hold !== null) return <HoldNotice hold={hold} onGoOn={() => queue.liftHold()} />;
  if (!isAtWork(queue.overview.value)) return null;
  if (!isConnected.value) return <p class="upload-notice">{holds.offline}</p>;
  if (queue.isPaused.value) return <p class="upload-notice">{holds.paused}</p>;
  if (queue.isBehindOther.value) return <p class="upload-notice">{holds.otherTab}</p>;
  return null;
}

function HoldNotice({ hold, onGoOn }: { readonly hold: Hold; readonly onGoOn: () => void }) {
  const upload = uploadText.value;
  const { holds } = upload;
  const leftMs = useCountdown(hold.until);
  const said = {
    wait: holds.wait,
    no_space: holds.noSpace,
    full: holds.full,
    locked: holds.locked,
    update: holds.update,
    down: holds.down,
  }[hold.reason];
  return (
    <div class="upload-notice upload-notice-hold">
      <p role="alert">{said}</p>
      {leftMs > 0 && <p>{holds.goesOnIn(formatDuration(leftMs))}</p>}
      <div class="upload-notice-actions">
        {hold.reason === 'full' && <LinkButton href={BY_SIZE}>{upload.toGallery}</LinkButton>}
        {hold.reason === 'locked' && <LinkButton href="/account">{upload.toAccount}</LinkButton>}
        {hold.reason === 'update' && (
          <Button onClick={() => location.reload()}>{upload.reload}</Button>
        )}
        {hold.reason !== 'update' && leftMs === 0 && (
          <Button onClick={onGoOn}>{upload.goOn}</Button>
        )}
      </div>
    </div>
  );
}

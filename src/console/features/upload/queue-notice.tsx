import { toAddress, WHOLE_LIBRARY } from '../gallery/model/gallery-query.ts';
import { isConnected } from '../../state/connection.ts';
import { formatDuration } from '../../state/format.ts';
import { text } from '../../text/language.ts';
import { uploadText } from '../../text/upload.ts';
import { endsWithTime, type Blocker } from './model/failure.ts';
import { isAtWork } from './model/queue-stats.ts';
import type { UploadQueue } from './model/upload-queue.ts';
import { Button, LinkButton } from '../../widgets/button.tsx';
import { useCountdown } from '../../widgets/use-countdown.ts';

const BY_SIZE = toAddress({ ...WHOLE_LIBRARY, sort: 'largest' });

interface NoticeProps {
  readonly queue: UploadQueue;
  readonly blocker: Blocker | null;
}

export function QueueNotice({ queue, blocker }: NoticeProps) {
  const { notices } = uploadText.value;
  if (blocker !== null) {
    return <BlockerNotice blocker={blocker} onContinue={() => queue.liftBlocker()} />;
  }
  if (!isAtWork(queue.stats.value)) return null;
  if (!isConnected.value) return <p class="upload-notice">{notices.offline}</p>;
  if (queue.isPaused.value) return <p class="upload-notice">{notices.paused}</p>;
  if (queue.isBehindOther.value) return <p class="upload-notice">{notices.otherTab}</p>;
  return null;
}

interface BlockerProps {
  readonly blocker: Blocker;
  readonly onContinue: () => void;
}

function BlockerNotice({ blocker, onContinue }: BlockerProps) {
  const { common } = text.value;
  const upload = uploadText.value;
  const { notices } = upload;
  const { reason, pausedUntil } = blocker;
  const leftMs = useCountdown(pausedUntil);
  const message = {
    wait: notices.wait,
    no_space: notices.noSpace,
    full: notices.full,
    locked: notices.locked,
    update: notices.update,
    down: notices.down,
  }[reason];
  const announceWait = endsWithTime(blocker) ? notices.resumesIn : common.continueIn;
  return (
    <div class="upload-notice upload-notice-blocked">
      <p role="alert">{message}</p>
      {leftMs > 0 && <p>{announceWait(formatDuration(leftMs))}</p>}
      <div class="upload-notice-actions">
        {reason === 'full' && <LinkButton href={BY_SIZE}>{upload.toGallery}</LinkButton>}
        {reason === 'locked' && <LinkButton href="/account">{upload.toAccount}</LinkButton>}
        {reason === 'update' ? (
          <Button onClick={() => location.reload()}>{upload.reload}</Button>
        ) : (
          !(leftMs > 0 && endsWithTime(blocker)) && (
            <Button isBlocked={leftMs > 0} onClick={onContinue}>
              {common.continue}
            </Button>
          )
        )}
      </div>
    </div>
  );
}

import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { formatBytes, formatDuration } from '../../state/format.ts';
import { text } from '../../text/language.ts';
import { uploadText } from '../../text/upload.ts';
import { countAdded } from './model/count-added.ts';
import type { Blocker } from './model/failure.ts';
import { isAtWork } from './model/queue-stats.ts';
import { isUndone } from './model/queue-item.ts';
import { KEPT_BYTES_MAX } from './model/storage-limit.ts';
import type { UploadQueue } from './model/upload-queue.ts';
import { Button } from '../../widgets/button.tsx';
import { ConfirmDialog } from '../../widgets/confirm-dialog.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { Menu } from '../../widgets/menu.tsx';
import { ProgressBar } from '../../widgets/progress.tsx';
import { FinishedBar } from './finished-bar.tsx';
import { QueueList } from './queue-list.tsx';
import { QueueNotice } from './queue-notice.tsx';
import { PAUSE, PLAY } from '../../widgets/rare-icons.ts';

/** More items have low rows, and the links of all in one bar. */
const CARDS_MAX = 3;
const STEP_MS = 5000;
const MINUTE_MS = 60_000;

interface SectionProps {
  readonly queue: UploadQueue;
  readonly blocker: Blocker | null;
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

export function QueueSection({ queue, blocker, heading }: SectionProps) {
  const upload = uploadText.value;
  const { done, failed, total, share, unkept, underWay, asking } = queue.stats.value;
  const left = queue.timeLeftMs.value;
  const added = countAdded(queue.items.value);
  const isCompact = total > CARDS_MAX;
  const isGoing = underWay > 0 && !queue.isPaused.value && blocker === null;
  return (
    <section class="upload-queue" aria-labelledby="upload-queue-title">
      <div class="upload-queue-head">
        <h2 id="upload-queue-title" ref={heading} tabIndex={-1}>
          {upload.queue}
        </h2>
        <p class="upload-queue-count">
          {text.value.layout.uploads.progress(done, total, failed, asking)}
          {isGoing && left !== null && ` · ${upload.timeLeft(formatDuration(roundUp(left)))}`}
        </p>
        <QueueActions queue={queue} />
      </div>
      {isAtWork(queue.stats.value) && <ProgressBar label={upload.queue} share={share} />}
      <QueueNotice queue={queue} blocker={blocker} />
      {unkept > 0 && total > 1 && isBeyond(queue) && (
        <p class="upload-notice">{upload.unkept(unkept, formatBytes(KEPT_BYTES_MAX))}</p>
      )}
      <QueueList key={isCompact} queue={queue} isCompact={isCompact} />
      {(done > 1 || added.size > 0) && <FinishedBar queue={queue} added={added} />}
    </section>
  );
}

/** An estimate is not exact to the second. */
function roundUp(ms: number): number {
  const step = ms > MINUTE_MS ? MINUTE_MS : STEP_MS;
  return Math.ceil(ms / step) * step;
}

function QueueActions({ queue }: { readonly queue: UploadQueue }) {
  const upload = uploadText.value;
  const isAsking = useSignal(false);
  const { done, retryable, underWay, paused } = queue.stats.value;
  const isStopped = queue.isPaused.value || (paused > 0 && underWay === 0);
  const undone = queue.items.value.filter(isUndone).length;
  return (
    <div class="upload-queue-actions">
      {/* One button, so that it keeps the focus. */}
      {(isStopped || underWay > 0) && (
        <Button icon={isStopped ? PLAY : PAUSE} onClick={() => queue.setPaused(!isStopped)}>
          {isStopped ? upload.resumeAll : upload.pauseAll}
        </Button>
      )}
      {retryable > 0 && (
        <Button onClick={() => queue.retryFailed()}>{upload.retryFailed(retryable)}</Button>
      )}
      <Menu
        label={upload.moreActions}
        button={<Icon name="more" />}
        items={[
          ...(done > 0
            ? [{ label: upload.removeDone, onSelect: () => void queue.removeDone() }]
            : []),
          ...(undone > 0
            ? [
                {
                  label: upload.cancelAll,
                  onSelect: () => {
                    isAsking.value = true;
                  },
                },
              ]
            : []),
        ]}
      />
      {isAsking.value && (
        <ConfirmDialog
          title={upload.cancelAllTitle}
          action={upload.cancelAll}
          onClose={() => {
            isAsking.value = false;
          }}
          onConfirm={() => {
            isAsking.value = false;
            void queue.cancelAll();
          }}
        >
          <p>{upload.cancelAllHint(undone)}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Each file is stored a moment after it is read: the list must not jump with each of them. */
function isBeyond(queue: UploadQueue): boolean {
  return (
    !queue.isReading.value &&
    queue.items.value.some(
      ({ isKept, hash, state }) => !isKept && hash !== null && state.name === 'waiting',
    )
  );
}

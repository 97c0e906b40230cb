import { formatDuration } from '../../state/format.ts';
import { text } from '../../text/language.ts';
import { isAccountLocked } from '../../state/session.ts';
import { uploadText } from '../../text/upload.ts';
import { copyLinks } from './model/copy-links.ts';
import { linkForm } from './model/link-form.ts';
import { isWorthRetrying } from './model/failure.ts';
import { isPublishing, isUnderWay, type Item } from './model/queue-item.ts';
import type { UploadQueue } from './model/upload-queue.ts';
import { Button, IconButton, LinkButton } from '../../widgets/button.tsx';
import { useCountdown } from '../../widgets/use-countdown.ts';
import { PAUSE, PLAY } from '../../widgets/rare-icons.ts';

interface ActionsProps {
  readonly item: Item;
  readonly queue: UploadQueue;
  /** Where its card does not offer the link. */
  readonly isCompact?: boolean;
}

export function RowActions({ item, queue, isCompact = false }: ActionsProps) {
  const upload = uploadText.value;
  const { id, name, state } = item;
  const same = state.name === 'duplicate' ? state.imageId : null;
  const isPaused = state.name === 'paused';
  const isOver = state.name === 'done' || state.name === 'failed' || state.name === 'duplicate';
  return (
    <div class="upload-row-actions">
      {state.name === 'failed' && <Retry item={item} queue={queue} />}
      {same !== null && (
        <LinkButton href={`/images/${String(same)}`} kind="quiet">
          {upload.show}
        </LinkButton>
      )}
      {state.name === 'duplicate' && (
        <Button onClick={() => queue.resume(id)}>{upload.uploadAnyway}</Button>
      )}
      {/* A locked account has no picker. */}
      {state.name === 'missing' && !isAccountLocked.value && (
        <Button onClick={openPicker}>{upload.chooseAgain}</Button>
      )}
      {state.name === 'done' && isCompact && (
        <IconButton
          icon="link"
          label={upload.copyLink(name)}
          onClick={() => void copyLinks([item], linkForm.peek())}
        />
      )}
      {/* One button, so that it keeps the focus. */}
      {(isPaused || canPause(item, queue)) && (
        <IconButton
          icon={isPaused ? PLAY : PAUSE}
          label={isPaused ? upload.resume(name) : upload.pause(name)}
          onClick={() => (isPaused ? queue.resume(id) : queue.pause(id))}
        />
      )}
      {!isPublishing(item) && (
        <IconButton
          icon="close"
          label={isOver || state.name === 'missing' ? upload.remove(name) : upload.cancel(name)}
          onClick={() => void queue.remove(id)}
        />
      )}
    </div>
  );
}

/** Lets the person retry, but not before the time that the service named. */
function Retry({ item, queue }: ActionsProps) {
  const { common } = text.value;
  const upload = uploadText.value;
  const { state } = item;
  const failure = state.name === 'failed' ? state.failure : null;
  const retryAt = failure?.kind === 'refused' ? failure.retryAt : null;
  const leftMs = useCountdown(retryAt);
  if (failure === null || !isWorthRetrying(failure)) return null;
  return (
    <>
      {leftMs > 0 && <span class="upload-row-wait">{upload.retryIn(formatDuration(leftMs))}</span>}
      <Button
        disabled={leftMs > 0}
        aria-label={`${common.retry}: ${item.name}`}
        onClick={() => queue.resume(item.id)}
      >
        {common.retry}
      </Button>
    </>
  );
}

function openPicker(): void {
  document.querySelector<HTMLInputElement>('[data-picker=files]')?.click();
}

function canPause(item: Item, queue: UploadQueue): boolean {
  return !queue.isPaused.value && isUnderWay(item) && !isPublishing(item);
}

import { formatBytes } from '../../state/format.ts';
import { uploadText } from '../../text/upload.ts';
import { isWanted, type Item } from './model/queue-item.ts';
import type { UploadQueue } from './model/upload-queue.ts';
import { ProgressBar } from '../../widgets/progress.tsx';
import { describeFailure } from './describe-failure.ts';
import { ResultCard } from './result-card.tsx';
import { RowActions } from './row-actions.tsx';
import { StateRing } from './state-ring.tsx';
import { Thumbnail } from './thumbnail.tsx';

interface RowProps {
  readonly item: Item;
  readonly queue: UploadQueue;
  /** Of many: one low row each, without a card. */
  readonly isCompact?: boolean;
}

export function QueueRow({ item, queue, isCompact = false }: RowProps) {
  const { name, state, size } = item;
  if (state.name === 'done' && !isCompact) {
    return <ResultCard item={item} queue={queue} imageId={state.image.image_id} />;
  }
  const isWorking = state.name === 'running' || (item.progress > 0 && isWanted(item));
  return (
    <>
      <Thumbnail item={item} queue={queue}>
        {isCompact && <StateRing item={item} />}
      </Thumbnail>
      <div class="upload-row-text">
        <p class="upload-row-name" title={name}>
          {state.name === 'done' ? (
            <a href={`/images/${String(state.image.image_id)}`}>{name}</a>
          ) : (
            name
          )}
        </p>
        <p class={`upload-row-state upload-row-${state.name}`}>
          {describeState(item, queue)}
          {isWanted(item) && (
            <span class="upload-row-size">
              <span class="upload-row-dot"> · </span>
              <span>{formatBytes(size)}</span>
            </span>
          )}
        </p>
        {isWorking && !isCompact && <ProgressBar label={name} share={item.progress} />}
      </div>
      <RowActions item={item} queue={queue} isCompact={isCompact} />
    </>
  );
}

function describeState(item: Item, queue: UploadQueue): string {
  const { states } = uploadText.value;
  const { state } = item;
  switch (state.name) {
    case 'running':
      return states[state.stage];
    case 'waiting':
      return queue.isPaused.value ? states.paused : states.waiting;
    case 'duplicate':
      return state.imageId === null ? states.duplicateWaiting : states.duplicateDone;
    case 'failed':
      return describeFailure(state.failure, item, queue.recipe.value);
    case 'done':
      return item.visibility === 'private' ? states.donePrivate : states.done;
    case 'reading':
    case 'paused':
    case 'missing':
      return states[state.name];
  }
}

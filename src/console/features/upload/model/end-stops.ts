import { computed, effect, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Blocker } from './failure.ts';
import { user } from '../../../state/session.ts';
import { isAtWork, type QueueStats } from './queue-stats.ts';

interface Stoppable {
  readonly owner: number;
  readonly stats: ReadonlySignal<QueueStats>;
  readonly isPaused: Signal<boolean>;
  readonly blocker: Signal<Blocker | null>;
  setPaused(isPaused: boolean): void;
  liftBlocker(): void;
}

/** Ends what stopped a queue once it has no reason left. Returns what ends this. */
export function endStops(
  queue: Stoppable,
  hasWanted: (owner: number) => Promise<boolean>,
): () => void {
  const stopEffects = [endPause(queue, hasWanted), endAccountLock(queue)];
  return () => {
    for (const stop of stopEffects) stop();
  };
}

// Files that are given later would never be sent.
function endPause(queue: Stoppable, hasWanted: (owner: number) => Promise<boolean>): () => void {
  const end = async (): Promise<void> => {
    const isElsewhere = await hasWanted(queue.owner).catch(() => false);
    if (isElsewhere || isAtWork(queue.stats.peek())) return;
    queue.setPaused(false);
    if (queue.blocker.peek()?.reason === 'wait') queue.liftBlocker();
  };
  const isBusy = computed(() => isAtWork(queue.stats.value));
  let wasBusy = false;
  return effect(() => {
    const isStopped = queue.isPaused.peek() || queue.blocker.peek()?.reason === 'wait';
    if (wasBusy && !isBusy.value && isStopped) void end();
    wasBusy = isBusy.value;
  });
}

function endAccountLock(queue: Stoppable): () => void {
  return effect(() => {
    const isActive = user.value?.status === 'active';
    if (isActive && queue.blocker.peek()?.reason === 'locked') queue.liftBlocker();
  });
}

import { computed, effect } from '@preact/signals';
import { text } from '../../../text/language.ts';
import { ownerId, user } from '../../../state/session.ts';
import { isMilestone } from './milestone.ts';
import { keepsNothing, type UploadQueue } from './upload-queue.ts';

interface Listeners {
  readonly onKeeping: (isKeeping: boolean) => void;
  readonly onNews: (news: string) => void;
}

let stopLast = (): void => undefined;

/** While uploads run, asks before the page is left and keeps the screen awake. */
export function watchQueue(queue: UploadQueue, { onKeeping, onNews }: Listeners): void {
  stopLast();
  const isBusy = computed(() => {
    if (user.value?.id !== queue.owner) return false;
    const { running, underWay } = queue.stats.value;
    const isStopped = queue.isPaused.value || queue.blocker.value !== null;
    // A run goes on behind a pause and a blocker.
    return running > 0 || (underWay > 0 && !isStopped);
  });
  const isAtRisk = computed(
    () => isBusy.value || (ownerId.value === queue.owner && queue.stats.value.unkept > 0),
  );
  const isEmpty = computed(() => queue.items.value.length === 0);
  const stops = [
    effect(() => {
      if (!isAtRisk.value) return undefined;
      addEventListener('beforeunload', askBeforeLeaving);
      return () => removeEventListener('beforeunload', askBeforeLeaving);
    }),
    effect(() => (isBusy.value ? keepAwake() : undefined)),
    effect(() => {
      if (!isEmpty.value) return onKeeping(true);
      void keepsNothing().then(
        (isNothing) => isNothing && isEmpty.peek() && onKeeping(false),
        () => undefined,
      );
    }),
    effect(() => {
      const { done, failed, total, asking } = queue.stats.value;
      if (!isMilestone(done + failed + asking, total)) return;
      onNews(text.peek().layout.uploads.progress(done, total, failed, asking));
    }),
  ];
  stopLast = () => {
    for (const stop of stops) stop();
  };
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function keepAwake(): () => void {
  let isOver = false;
  let sentinel: WakeLockSentinel | null = null;
  const ask = async (): Promise<void> => {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    // Browsers refuse it at low battery.
    sentinel = await navigator.wakeLock.request('screen').catch(() => null);
    if (isOver) await sentinel?.release();
  };
  const onVisible = (): void => void ask();
  document.addEventListener('visibilitychange', onVisible);
  void ask();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', onVisible);
    void sentinel?.release();
  };
}

import { computed, effect } from '@preact/signals';
import { text } from '../../../text/language.ts';
import { ownerId, user } from '../../../state/session.ts';
import { isMilestone } from './milestone.ts';
import { keepsNothing, type UploadQueue } from './upload-queue.ts';

interface Heard {
  /** Whether an earlier visit's uploads are to be looked for next time. */
  readonly onKeeping: (isKeeping: boolean) => void;
  /** How far it is, at each step that is worth to be told. */
  readonly onNews: (news: string) => void;
}

/** What goes with a queue for as long as it is the page's: it is set up anew for the next one. */
let stopLast = (): void => undefined;

/**
 * While anything is under way, leaving the page is asked about, and the screen stays awake; whoever signs in next is asked
 * nothing.
 */
export function watchQueue(queue: UploadQueue, { onKeeping, onNews }: Heard): void {
  stopLast();
  const isBusy = computed(() => {
    if (user.value?.id !== queue.owner) return false;
    const { running, underWay } = queue.overview.value;
    const isHeldBack = queue.isPaused.value || queue.hold.value !== null;
    // What runs already is held back by nothing.
    return running > 0 || (underWay > 0 && !isHeldBack);
  });
  const isAtRisk = computed(
    () => isBusy.value || (ownerId.value === queue.owner && queue.overview.value.unkept > 0),
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
      const { done, failed, total, asking } = queue.overview.value;
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

/** Browsers let the screen sleep whenever the page is hidden, so it is asked for again. Returns what ends it. */
function keepAwake(): () => void {
  let isOver = false;
  let sentinel: WakeLockSentinel | null = null;
  const ask = async (): Promise<void> => {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    // A battery that runs low refuses it.
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

import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isConnected } from '../state/connection.ts';
import { text } from '../text/language.ts';

const BACK_STAY_MS = 6000;

const notice = signal<'offline' | 'backOnline' | null>(null);

export function ConnectionNotice() {
  useEffect(followConnection, []);
  return (
    <div class="connection-notice" role="status">
      {notice.value !== null && <p>{text.value.common[notice.value]}</p>}
    </div>
  );
}

function followConnection(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    clearTimeout(timer);
    if (!isConnected.value) notice.value = 'offline';
    else if (notice.peek() !== null) {
      notice.value = 'backOnline';
      timer = setTimeout(() => {
        notice.value = null;
      }, BACK_STAY_MS);
    }
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

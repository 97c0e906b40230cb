/** Whether the service is reachable, by the browser's online state and the outcome of calls. */

import { signal } from '@preact/signals';
import { ConnectionError } from '../../client/errors.ts';
import { watchCalls } from '../api/client.ts';

const FIRST_LOOK_MS = 1000;
const LONGEST_LOOK_MS = 30_000;
/** A slower network counts as offline. */
const ANSWER_TIMEOUT_MS = 10_000;

export const isConnected = signal(navigator.onLine);

/** Follows the network. While offline, probes the service now and then. */
export function startConnection(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async (delayMs: number): Promise<void> => {
    clearTimeout(timer);
    if (await answers()) {
      clearTimeout(timer);
      isConnected.value = true;
      return;
    }
    isConnected.value = false;
    const next = Math.min(delayMs * 2, LONGEST_LOOK_MS);
    clearTimeout(timer);
    timer = setTimeout(() => void look(next), delayMs);
  };
  const lookAtOnce = (): void => void look(FIRST_LOOK_MS);
  addEventListener('online', lookAtOnce);
  addEventListener('offline', lookAtOnce);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && !isConnected.value) lookAtOnce();
  });
  watchCalls((outcome) => {
    if (outcome instanceof ConnectionError) {
      if (isConnected.value) lookAtOnce();
    } else isConnected.value = true;
  });
  if (!isConnected.value) lookAtOnce();
}

async function answers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    return (await fetch('/health', { cache: 'no-store', signal })).ok;
  } catch {
    return false;
  }
}

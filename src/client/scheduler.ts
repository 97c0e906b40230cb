/** Replaceable in tests. Milliseconds; `random` is in [0, 1). */
export interface Scheduler {
  now(): number;
  /** @throws the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  random(): number;
}

export const realScheduler: Scheduler = {
  now: () => Date.now(),
  sleep,
  random: () => Math.random(),
};

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

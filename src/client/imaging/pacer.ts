const MAX_BUSY_MS = 30;

/** Lets a long computation share its thread and be stopped. */
export interface Pacer {
  /** Await it between small steps: it lets others run every 30 ms and throws the signal's reason once aborted. */
  readonly pause: () => Promise<void> | undefined;
  /** Await it between large steps: the same, but it lets others run each time. */
  readonly rest: () => Promise<void>;
}

export function createPacer(signal: AbortSignal | undefined): Pacer {
  let busySince = performance.now();
  const rest = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      setTimeout(resolve, 0);
    });
    signal?.throwIfAborted();
    busySince = performance.now();
  };
  return {
    pause: () => (performance.now() - busySince < MAX_BUSY_MS ? undefined : rest()),
    rest,
  };
}

/**
 * Yields to other tasks between two long computations.
 * @throws the signal's reason once that is aborted.
 */
export async function yieldToEventLoop(signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, 0);
  });
  signal?.throwIfAborted();
}

/** @throws the signal's reason. */
export async function yieldToEventLoop(signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, 0);
  });
  signal?.throwIfAborted();
}

/** What became of asking for several things one after the other. */
export interface RetryOutcome {
  readonly done: number;
  readonly refused: number;
  /** Of the last refusal. */
  readonly error: unknown;
}

/** Asks for each, one after the other; one that is refused stops none after it. */
export async function retryAll(
  ids: readonly number[],
  retry: (id: number) => Promise<unknown>,
): Promise<RetryOutcome> {
  let [done, refused] = [0, 0];
  let error: unknown = null;
  for (const id of ids) {
    try {
      await retry(id);
      done += 1;
    } catch (reason) {
      refused += 1;
      error = reason;
    }
  }
  return { done, refused, error };
}

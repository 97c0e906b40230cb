export interface RetryOutcome {
  readonly done: number;
  readonly refused: number;
  /** The last refusal. */
  readonly error: unknown;
}

/** Retries each in turn; a refusal stops none after it. */
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

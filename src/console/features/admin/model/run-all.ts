export interface RunOutcome<Item> {
  readonly done: readonly Item[];
  readonly refused: number;
  /** The last refusal. */
  readonly error: unknown;
}

/** Runs a change of each in turn; a refusal stops none after it. */
export async function runAll<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<unknown>,
): Promise<RunOutcome<Item>> {
  const done: Item[] = [];
  let refused = 0;
  let error: unknown = null;
  for (const item of items) {
    try {
      await run(item);
      done.push(item);
    } catch (reason) {
      refused += 1;
      error = reason;
    }
  }
  return { done, refused, error };
}

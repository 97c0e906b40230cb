/** Handles each item once, at most `workers` at a time. After a failure no further item begins. */
export async function workInParallel<Item>(
  items: readonly Item[],
  workers: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items].reverse();
  const drain = async (): Promise<void> => {
    for (let item = queue.pop(); item !== undefined; item = queue.pop()) await work(item);
  };
  const results = await Promise.allSettled(
    Array.from({ length: workers }, () =>
      drain().catch((error: unknown) => {
        queue.length = 0;
        throw error;
      }),
    ),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

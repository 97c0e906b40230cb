import type { Side } from './side.ts';

/** One value for the Worker of this checkout, one for the base's. */
export interface BySide<Value> {
  readonly ours: Value;
  readonly base: Value;
}

export type Who = keyof BySide<unknown>;

export function both<Value>(value: Value): BySide<Value> {
  return { ours: value, base: value };
}

/** Runs a function for all pairs concurrently, on both sides; for unmeasured work. */
export async function doAll<Item, Result>(
  sides: BySide<Side>,
  pairs: readonly BySide<Item>[],
  act: (side: Side, item: Item) => Promise<Result>,
): Promise<BySide<Result>[]> {
  return Promise.all(
    pairs.map(async (pair) => {
      const [ours, base] = await Promise.all([
        act(sides.ours, pair.ours),
        act(sides.base, pair.base),
      ]);
      return { ours, base };
    }),
  );
}

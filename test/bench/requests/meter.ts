import { setTimeout as sleep } from 'node:timers/promises';

import { doAll, type BySide, type Who } from './by-side.ts';
import type { Side } from './side.ts';

/** The Workers count as idle after two readings this far apart agree. */
const LOOK_MS = 3;
const QUIET_MS = 0.03;

/**
 * Measures the cost of requests in each Worker's process. Both get a request at the same moment, and the next one after
 * both have answered, so that other load affects them alike. Work after a response counts to that request.
 */
export class Meter {
  /** Milliseconds of processor time, by the name of the request. */
  readonly costs = new Map<string, BySide<number>[]>();
  readonly #sides: BySide<Side>;
  #turn = 0;

  constructor(sides: BySide<Side>) {
    this.#sides = sides;
  }

  /** Sends one request to each side for each pair. @returns the results of `send`. */
  async measure<Item, Result>(
    name: string,
    pairs: readonly BySide<Item>[],
    send: (side: Side, item: Item) => Promise<Result>,
  ): Promise<BySide<Result>[]> {
    await this.#settle();
    const answered: BySide<{ readonly from: number; readonly result: Result }>[] = [];
    for (const pair of pairs) {
      answered.push(
        await this.#askBoth(async (who) => {
          const from = this.#sides[who].readProcessorMs();
          return { from, result: await send(this.#sides[who], pair[who]) };
        }),
      );
    }
    const end = await this.#settle();
    for (const [index, { ours, base }] of answered.entries()) {
      const next = answered[index + 1];
      this.#add(name, {
        ours: (next?.ours.from ?? end.ours) - ours.from,
        base: (next?.base.from ?? end.base) - base.from,
      });
    }
    return answered.map(({ ours, base }) => ({ ours: ours.result, base: base.result }));
  }

  /** Sends the requests of all pairs concurrently, for requests that mostly wait. */
  async measureTogether<Item>(
    name: string,
    pairs: readonly BySide<Item>[],
    send: (side: Side, item: Item) => Promise<unknown>,
  ): Promise<void> {
    const from = await this.#settle();
    await doAll(this.#sides, pairs, send);
    const end = await this.#settle();
    this.#add(name, {
      ours: (end.ours - from.ours) / pairs.length,
      base: (end.base - from.base) / pairs.length,
    });
  }

  /** Alternates the side that is asked first. */
  async #askBoth<Result>(ask: (who: Who) => Promise<Result>): Promise<BySide<Result>> {
    this.#turn += 1;
    if (this.#turn % 2 === 0) {
      const [ours, base] = await Promise.all([ask('ours'), ask('base')]);
      return { ours, base };
    }
    const [base, ours] = await Promise.all([ask('base'), ask('ours')]);
    return { ours, base };
  }

  #add(name: string, cost: BySide<number>): void {
    const known = this.costs.get(name);
    if (known === undefined) this.costs.set(name, [cost]);
    else known.push(cost);
  }

  /** Waits until both Workers are idle. @returns their processor times. */
  async #settle(): Promise<BySide<number>> {
    const { ours, base } = this.#sides;
    const read = () => ({ ours: ours.readProcessorMs(), base: base.readProcessorMs() });
    for (let before = read(); ;) {
      await sleep(LOOK_MS);
      const now = read();
      const used = now.ours - before.ours + now.base - before.base;
      if (used < QUIET_MS && !ours.isBusy() && !base.isBusy()) return now;
      before = now;
    }
  }
}

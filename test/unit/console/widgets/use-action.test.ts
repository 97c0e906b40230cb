import { beforeAll, describe, expect, it } from 'vitest';

interface Action {
  readonly isBusy: { peek(): boolean };
  readonly error: { peek(): unknown };
  run(work: () => Promise<void>, failed: () => void): Promise<void>;
}

// By path, since tests lack the types of pages.
const MODULE = new URL('../../../../src/console/widgets/use-action.tsx', import.meta.url).href;
const SIGNALS = '@preact/signals';

let createAction: () => Action;
let effect: (watch: () => void) => () => void;

beforeAll(async () => {
  ({ createAction } = (await import(MODULE)) as { createAction: () => Action });
  ({ effect } = (await import(SIGNALS)) as { effect: (watch: () => void) => () => void });
});

describe('an action', () => {
  it('runs once per effect, failed or not', async () => {
    for (const work of [async () => undefined, () => Promise.reject(new Error('refused'))]) {
      const action = createAction();
      let made = 0;
      let failed = 0;
      const stop = effect(() => {
        void action.run(
          () => {
            made += 1;
            // An endless loop would block everything else.
            return made > 3 ? new Promise<void>(() => undefined) : work();
          },
          () => {
            failed += 1;
          },
        );
      });
      await expect.poll(() => action.isBusy.peek()).toBe(false);
      await new Promise((resolve) => setImmediate(resolve));
      stop();
      expect(made).toBe(1);
      expect(failed).toBeLessThan(2);
    }
  });

  it('runs one at a time, and keeps its error until the next', async () => {
    const action = createAction();
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = action.run(
      () => promise,
      () => undefined,
    );
    let isMade = false;
    await action.run(
      async () => {
        isMade = true;
      },
      () => undefined,
    );
    expect(isMade).toBe(false);
    resolve();
    await first;
    const fault = new Error('refused');
    await action.run(
      () => Promise.reject(fault),
      () => undefined,
    );
    expect(action.error.peek()).toBe(fault);
  });
});

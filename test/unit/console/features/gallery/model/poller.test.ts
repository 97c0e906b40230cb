import { expect, it, vi } from 'vitest';
import { Poller } from '../../../../../../src/console/features/gallery/model/poller.ts';
import { fakeScheduler } from './support.ts';

it('unfinished images are polled at the specified rates, for at most ten minutes', async () => {
  const scheduler = fakeScheduler();
  let looks = 0;
  new Poller(async () => {
    looks += 1;
    if (looks === 2) throw new Error('a look that fails');
    return true;
  }, scheduler).poke();
  const slept = [
    ...Array.from({ length: 15 }, () => 2000),
    ...Array.from({ length: 18 }, () => 5000),
    ...Array.from({ length: 48 }, () => 10_000),
  ];
  await expect.poll(() => scheduler.slept).toEqual(slept);
  expect(looks).toBe(slept.length + 1);
});

it('requests during a poll cause one more poll after it', async () => {
  const answers: (() => void)[] = [];
  const look = vi.fn(
    (signal: AbortSignal) =>
      new Promise<boolean>((resolve) => {
        answers.push(() => resolve(false));
        signal.addEventListener('abort', () => resolve(true));
      }),
  );
  const watch = new Poller(look, fakeScheduler());
  for (let asked = 0; asked < 5; asked += 1) watch.poke();
  expect(look).toHaveBeenCalledTimes(1);
  answers[0]?.();
  await expect.poll(() => look).toHaveBeenCalledTimes(2);
  answers[1]?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(look).toHaveBeenCalledTimes(2);
  watch.poke();
  expect(look).toHaveBeenCalledTimes(3);
});

it('polling ends once no image is unfinished', async () => {
  const scheduler = fakeScheduler();
  const look = vi.fn(async () => look.mock.calls.length < 3);
  new Poller(look, scheduler).poke();
  await expect.poll(() => look).toHaveBeenCalledTimes(3);
  expect(scheduler.slept).toEqual([2000, 2000]);
});

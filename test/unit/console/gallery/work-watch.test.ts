import { expect, it, vi } from 'vitest';
import { WorkWatch } from '../../../../src/console/gallery/work-watch.ts';
import { fakePace } from './support.ts';

it('looks at the rates of the specification, and no longer than ten minutes', async () => {
  const pace = fakePace();
  let looks = 0;
  new WorkWatch(async () => {
    looks += 1;
    if (looks === 2) throw new Error('a look that fails');
    return true;
  }, pace).poke();
  const slept = [
    ...Array.from({ length: 15 }, () => 2000),
    ...Array.from({ length: 18 }, () => 5000),
    ...Array.from({ length: 48 }, () => 10_000),
  ];
  await vi.waitFor(() => expect(pace.slept).toEqual(slept));
  expect(looks).toBe(slept.length + 1);
});

it('ends as soon as nothing is in work', async () => {
  const pace = fakePace();
  const look = vi.fn(async () => look.mock.calls.length < 3);
  new WorkWatch(look, pace).poke();
  await vi.waitFor(() => expect(look).toHaveBeenCalledTimes(3));
  expect(pace.slept).toEqual([2000, 2000]);
});

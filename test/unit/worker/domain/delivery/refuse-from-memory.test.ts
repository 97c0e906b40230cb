import { expect, it } from 'vitest';
import { refuseFromMemory } from '../../../../../src/worker/domain/delivery/look-up-row.ts';
import { NegativeCache } from '../../../../../src/worker/storage/negative-cache.ts';
import { LINK, MISS_LIMITS, NETWORK } from '../../../../support/misses.ts';

const ROW = { uniqueLink: LINK, alias: 'public', kind: 'publish' } as const;

/** A link whose row another request reads, 300 ms after it was refused. `onWait` happens during each wait. */
const setUp = (onWait: (misses: NegativeCache, nowMs: number) => void) => {
  let nowMs = 300;
  const negativeCache = new NegativeCache(MISS_LIMITS);
  negativeCache.noteAlias(LINK, false, negativeCache.startLookup(NETWORK, 0));
  expect(negativeCache.planRead(LINK, nowMs)).toBe('read');
  const clock = {
    now: () => nowMs,
    wait: async (ms: number) => {
      nowMs += ms;
      onWait(negativeCache, nowMs);
    },
  };
  return { clock, refuse: () => refuseFromMemory({ clock, negativeCache }, ROW) };
};

it('refuses a waiting request when another one has read that the link is still moved', async () => {
  const { clock, refuse } = setUp((misses, nowMs) => {
    if (nowMs >= 360) misses.noteAlias(LINK, false, misses.startLookup(NETWORK, 300));
  });
  await expect(refuse()).rejects.toThrow('image_not_found');
  expect(clock.now()).toBe(360);
});

it('lets a waiting request go on when another one has found the link', async () => {
  const { clock, refuse } = setUp((misses, nowMs) => {
    if (nowMs >= 360) misses.noteAlias(LINK, true, misses.startLookup(NETWORK, 300));
  });
  await refuse();
  expect(clock.now()).toBe(360);
});

it('refuses a waiting request when another one has read that there is no row', async () => {
  const { clock, refuse } = setUp((misses, nowMs) => {
    if (nowMs < 360) return;
    const lookup = misses.startLookup(NETWORK, 300);
    misses.noteAlias(LINK, true, lookup);
    misses.put(LINK, 'publish', lookup);
  });
  await expect(refuse()).rejects.toThrow('image_not_found');
  expect(clock.now()).toBe(360);
});

it('lets one waiting request read the row when the other one has not within the time of a change', async () => {
  const { clock, refuse } = setUp(() => undefined);
  await refuse();
  expect(clock.now()).toBe(560);
});

it('waits no longer than a second, however many others read the row before it', async () => {
  const { clock, refuse } = setUp((misses, nowMs) => void misses.planRead(LINK, nowMs));
  await refuse();
  expect(clock.now()).toBe(1300);
});

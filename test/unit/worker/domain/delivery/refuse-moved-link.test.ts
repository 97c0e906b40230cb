import { expect, it } from 'vitest';
import { refuseMovedLink } from '../../../../../src/worker/domain/delivery/look-up-row.ts';
import { NegativeCache } from '../../../../../src/worker/storage/negative-cache.ts';

const LIMITS = {
  LINK_MISS_TTL_MS: 3000,
  LINK_MISS_WINDOW_MS: 10_000,
  LINK_MISSES_PER_IP: 5,
  CHANGE_LOOK_TTL_MS: 250,
};
const LINK = 'a'.repeat(12);
const NETWORK = '203.0.113.7';

/** A link whose row another request reads, 300 ms after it was refused. `onWait` happens during each wait. */
const setUp = (onWait: (misses: NegativeCache, nowMs: number) => void) => {
  let nowMs = 300;
  const negativeCache = new NegativeCache(LIMITS);
  negativeCache.noteAlias(LINK, false, negativeCache.startLookup(NETWORK, 0));
  expect(negativeCache.planRead(LINK, nowMs)).toBe('read');
  const clock = {
    now: () => nowMs,
    wait: async (ms: number) => {
      nowMs += ms;
      onWait(negativeCache, nowMs);
    },
  };
  return { clock, refuse: () => refuseMovedLink({ clock, negativeCache }, LINK) };
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

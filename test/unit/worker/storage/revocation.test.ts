import { describe, expect, it } from 'vitest';
import { LINK, MARK, SIBLING } from '../../../support/data-centre.ts';
import { ShuffledCentre } from '../../../support/shuffled-centre.ts';

/** A tombstone or a margin that is left out fails within three of them. */
const RUNS = 4;
const RUN_MS = 45_000;
const STEP_MS = 60;
const LINKS = [LINK, SIBLING, 'e00000000000', 'm00000000000'];
const CHANGE_SHARE = 0.03;

describe('no isolate serves the state before an answered change, in any order of events,', () => {
  it.each([
    ['while clocks are right', { failing: 0, skewMs: 0 }, 0],
    ['while clocks differ', { failing: 0, skewMs: 1000 }, 0],
    ['while epochs are lost', { failing: 0, skewMs: 1000 }, 0.03],
    ['while the cache fails now and then', { failing: 0.02, skewMs: 0 }, 0],
  ])('%s', async (_, weather, lostShare) => {
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const centre = new ShuffledCentre(seed, weather);
      for (let at = 0; at < RUN_MS; at += STEP_MS / 2) {
        const luck = centre.random();
        const link = LINKS[Math.floor(centre.random() * LINKS.length)] ?? LINK;
        if (luck < CHANGE_SHARE) centre.change(link);
        else if (luck < CHANGE_SHARE + lostShare) centre.entries.delete(MARK);
        else centre.view(link);
        await centre.advance(Math.floor(centre.random() * STEP_MS));
      }
      await centre.finish();
      expect(centre.outdated).toEqual([]);
      expect(Math.min(...Object.values(centre.answers))).toBeGreaterThan(20);
    }
  });
});

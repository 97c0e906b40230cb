import { describe, expect, it } from 'vitest';
import { NegativeCache } from '../../../../src/worker/storage/negative-cache.ts';
import { LINK, MISS_LIMITS, NETWORK } from '../../../support/misses.ts';

describe('links that lead nowhere', () => {
  it('are remembered for their time, from the start of the lookup', () => {
    const misses = new NegativeCache(MISS_LIMITS);
    expect(misses.has(LINK, 'publish', 0)).toBe(false);
    misses.put(LINK, 'publish', misses.startLookup(NETWORK, 1000));
    expect(misses.has(LINK, 'publish', 3999)).toBe(true);
    expect(misses.has(LINK, 'gallery', 3999)).toBe(false);
    expect(misses.has(LINK, 'publish', 4000)).toBe(false);
  });

  it('are forgotten when they are published, even by lookups under way', () => {
    const misses = new NegativeCache(MISS_LIMITS);
    const underWay = misses.startLookup(NETWORK, 0);
    misses.put(LINK, 'publish', underWay);
    misses.put(LINK, 'gallery', underWay);
    misses.invalidate(LINK);
    misses.put(LINK, 'publish', underWay);
    expect(misses.has(LINK, 'publish', 1)).toBe(false);
    expect(misses.has(LINK, 'gallery', 1)).toBe(false);
  });

  it('are remembered up to a number, the latest ones', () => {
    const misses = new NegativeCache(MISS_LIMITS);
    const linkOf = (number: number): string => String(number).padStart(12, '0');
    for (let number = 0; number < 6000; number += 1) {
      misses.put(linkOf(number), 'publish', misses.startLookup(NETWORK, 0));
    }
    const known = Array.from({ length: 6000 }, (_, number) =>
      misses.has(linkOf(number), 'publish', 1),
    );
    expect(known.filter(Boolean)).toHaveLength(2048);
    expect(known.at(-1)).toBe(true);
  });

  it('are not remembered when their time is zero', () => {
    const misses = new NegativeCache({ ...MISS_LIMITS, LINK_MISS_TTL_MS: 0 });
    misses.put(LINK, 'publish', misses.startLookup(NETWORK, 7));
    expect(misses.has(LINK, 'publish', 7)).toBe(false);
  });
});

describe('links under their other alias', () => {
  it('are expected to be refused until a row is seen under them, each alias apart', () => {
    const misses = new NegativeCache(MISS_LIMITS);
    expect(misses.expectsRefusal(LINK)).toBe(false);
    const lookup = misses.startLookup(NETWORK, 0);
    misses.noteAlias(LINK, false, lookup);
    misses.noteAlias(`${LINK}S`, true, lookup);
    expect(misses.expectsRefusal(LINK)).toBe(true);
    expect(misses.expectsRefusal(`${LINK}S`)).toBe(false);
    misses.noteAlias(LINK, true, lookup);
    expect(misses.expectsRefusal(LINK)).toBe(false);
    expect(misses.planRead(LINK, 0)).toBe('read');
  });

  it('are refused for the time of a change from the start of the read, and not by a clock put back', () => {
    const misses = new NegativeCache(MISS_LIMITS);
    misses.noteAlias(LINK, false, misses.startLookup(NETWORK, 1000));
    expect(misses.planRead(LINK, 1149)).toBe('refuse');
    expect(misses.planRead(`${LINK}S`, 1149)).toBe('read');
    expect(misses.planRead(LINK, 1250)).toBe('read');
    expect(misses.planRead(LINK, 999)).toBe('read');
    expect(misses.expectsRefusal(LINK)).toBe(true);
  });

  it('are read early by one request, while the others are refused, and then wait for it', () => {
    const misses = new NegativeCache(MISS_LIMITS);
    misses.noteAlias(LINK, false, misses.startLookup(NETWORK, 0));
    expect(misses.planRead(LINK, 149)).toBe('refuse');
    expect(misses.planRead(LINK, 150)).toBe('read');
    expect(misses.planRead(LINK, 150)).toBe('refuse');
    expect(misses.planRead(LINK, 249)).toBe('refuse');
    expect(misses.planRead(LINK, 250)).toBe('wait');
    expect(misses.planRead(LINK, 400)).toBe('read');
    expect(misses.planRead(LINK, 400)).toBe('wait');
    misses.noteAlias(LINK, false, misses.startLookup(NETWORK, 400));
    expect(misses.planRead(LINK, 549)).toBe('refuse');
    expect(misses.planRead(LINK, 550)).toBe('read');
  });
});

describe('the misses of a network', () => {
  const missTimes = (misses: NegativeCache, times: number, nowMs: number): void => {
    for (let miss = 0; miss < times; miss += 1) {
      misses.endLookup(NETWORK, misses.startLookup(NETWORK, nowMs), true, nowMs);
    }
  };

  it('may fill a window in a row, and then come one for each share of the window', () => {
    const misses = new NegativeCache(MISS_LIMITS);
    missTimes(misses, 4, 0);
    expect(misses.secondsToWait(NETWORK, 0)).toBe(0);
    missTimes(misses, 1, 0);
    expect(misses.secondsToWait(NETWORK, 0)).toBe(2);
    expect(misses.secondsToWait(NETWORK, 1500)).toBe(1);
    expect(misses.secondsToWait(NETWORK, 2000)).toBe(0);
    missTimes(misses, 1, 2000);
    expect(misses.secondsToWait(NETWORK, 2000)).toBe(2);
    expect(misses.secondsToWait('203.0.113.8', 2000)).toBe(0);
  });

  it('exclude lookups that succeed, but count pending ones after a first miss', () => {
    const misses = new NegativeCache(MISS_LIMITS);
    const innocent = Array.from({ length: 20 }, () => misses.startLookup(NETWORK, 0));
    expect(misses.secondsToWait(NETWORK, 0)).toBe(0);
    for (const lookup of innocent) misses.endLookup(NETWORK, lookup, false, 0);
    missTimes(misses, 1, 0);
    const suspect = Array.from({ length: 4 }, () => misses.startLookup(NETWORK, 0));
    expect(misses.secondsToWait(NETWORK, 0)).toBe(2);
    for (const lookup of suspect) misses.endLookup(NETWORK, lookup, false, 0);
    missTimes(misses, 3, 0);
    expect(misses.secondsToWait(NETWORK, 0)).toBe(0);
    missTimes(misses, 1, 0);
    expect(misses.secondsToWait(NETWORK, 0)).toBe(2);
  });

  it('make a network wait at most one share, however many arrive together', () => {
    const misses = new NegativeCache(MISS_LIMITS);
    missTimes(misses, 1000, 0);
    expect(misses.secondsToWait(NETWORK, 0)).toBe(2);
    expect(misses.secondsToWait(NETWORK, 10_000)).toBe(0);
  });
});

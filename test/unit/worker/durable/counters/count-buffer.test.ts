import { describe, expect, it } from 'vitest';
import {
  CountBuffer,
  type Gathering,
} from '../../../../../src/worker/durable/counters/count-buffer.ts';

const createGatherer = (maxImages = 100): CountBuffer =>
  new CountBuffer({ gatherMs: 250, maxImages });

/** A request that promises to send, and the turn in which it does. */
const claim = (gatherer: CountBuffer, nowMs: number): Gathering => {
  const gathering = gatherer.claim(nowMs);
  if (gathering === null) throw new Error('another request sends');
  return gathering;
};

describe('counts gathered in an isolate', () => {
  it('leave as one batch with their sums', () => {
    const gatherer = createGatherer();
    for (const imageId of [7, 8, 7]) gatherer.addView(imageId);
    gatherer.addRequest('GET /a', 200);
    gatherer.addRequest('GET /a', 200);
    gatherer.addRequest('GET /a', 404);
    expect(gatherer.next()).toEqual({
      isolateId: gatherer.isolateId,
      sequence: 1,
      views: [
        [7, 2],
        [8, 1],
      ],
      requests: [
        { route: 'GET /a', status: 200, count: 2 },
        { route: 'GET /a', status: 404, count: 1 },
      ],
    });
  });

  it('stay the same under the same number until they are confirmed', () => {
    const gatherer = createGatherer();
    gatherer.addView(1);
    const first = gatherer.next();
    gatherer.addView(1);
    expect(gatherer.next()).toBe(first);
    if (first !== null) gatherer.confirm(first);
    expect(gatherer.next()).toMatchObject({ sequence: 2, views: [[1, 1]] });
  });

  it('are not confirmed by a late answer to an earlier batch', () => {
    const gatherer = createGatherer();
    gatherer.addView(1);
    const first = gatherer.next();
    if (first !== null) gatherer.confirm(first);
    gatherer.addView(2);
    const second = gatherer.next();
    if (first !== null) gatherer.confirm(first);
    expect(gatherer.next()).toBe(second);
  });

  it('make no batch when there is nothing to count', () => {
    expect(createGatherer().next()).toBeNull();
  });

  it('are claimed by one request for each gathering', () => {
    const gatherer = createGatherer();
    const first = claim(gatherer, 1000);
    expect(first.waitMs).toBe(250);
    expect(gatherer.claim(1100)).toBeNull();
    expect(gatherer.begin(first, 1250)).toBe(true);
    expect(claim(gatherer, 1300).waitMs).toBe(250);
  });

  it('are claimed at once when the request that was to send them died', () => {
    const gatherer = createGatherer();
    const dead = claim(gatherer, 0);
    expect(gatherer.claim(5000)).toBeNull();
    const next = claim(gatherer, 5250);
    expect(next.waitMs).toBe(0);
    expect(gatherer.begin(next, 5250)).toBe(true);
    expect(gatherer.begin(dead, 6000)).toBe(false);
  });

  it('leave at once when they are many, in batches of their greatest size, and by one request', () => {
    const gatherer = createGatherer(2);
    const waiting = claim(gatherer, 0);
    for (const imageId of [1, 2, 3, 4, 5]) gatherer.addView(imageId);
    const urgent = claim(gatherer, 10);
    expect(urgent.waitMs).toBe(0);
    expect(gatherer.begin(urgent, 10)).toBe(true);
    expect(claim(gatherer, 11).waitMs).toBe(250);
    expect(gatherer.claim(12)).toBeNull();
    expect(gatherer.begin(waiting, 250)).toBe(false);
    const sizes: number[] = [];
    for (let held = gatherer.batchesHeld; held > 0; held -= 1) {
      const batch = gatherer.next();
      if (batch === null) break;
      sizes.push(batch.views.length);
      gatherer.confirm(batch);
    }
    expect(sizes).toEqual([2, 2, 1]);
    expect(gatherer.batchesHeld).toBe(0);
    gatherer.end();
    for (const imageId of [1, 2]) gatherer.addView(imageId);
    expect(claim(gatherer, 13).waitMs).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { CountGatherer } from '../../../../src/durable/counters/gatherer.ts';

describe('counts gathered in an isolate', () => {
  it('leave as one batch with their sums', () => {
    const gatherer = new CountGatherer();
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
    const gatherer = new CountGatherer();
    gatherer.addView(1);
    const first = gatherer.next();
    gatherer.addView(1);
    expect(gatherer.next()).toBe(first);
    if (first !== null) gatherer.confirm(first);
    expect(gatherer.next()).toMatchObject({ sequence: 2, views: [[1, 1]] });
  });

  it('are not confirmed by a late answer to an earlier batch', () => {
    const gatherer = new CountGatherer();
    gatherer.addView(1);
    const first = gatherer.next();
    if (first !== null) gatherer.confirm(first);
    gatherer.addView(2);
    const second = gatherer.next();
    if (first !== null) gatherer.confirm(first);
    expect(gatherer.next()).toBe(second);
  });

  it('make no batch when there is nothing to count', () => {
    expect(new CountGatherer().next()).toBeNull();
  });

  it('are claimed by one request for each gathering', () => {
    const gatherer = new CountGatherer();
    expect(gatherer.claim(1000, 250)).toBe(true);
    expect(gatherer.claim(1100, 250)).toBe(false);
    gatherer.release();
    expect(gatherer.claim(1300, 250)).toBe(true);
  });

  it('are claimed anew when the request that was to send them died', () => {
    const gatherer = new CountGatherer();
    gatherer.claim(0, 250);
    expect(gatherer.claim(60_000, 250)).toBe(false);
    expect(gatherer.claim(60_250, 250)).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import {
  CountBuffer,
  type DeliveryClaim,
} from '../../../../../src/worker/durable/counters/count-buffer.ts';

const createBuffer = (maxImages = 100): CountBuffer =>
  new CountBuffer({ gatherMs: 250, maxImages });

/** A request that promises to send, and the turn in which it does. */
const claim = (buffer: CountBuffer, nowMs: number): DeliveryClaim => {
  const claimed = buffer.claim(nowMs);
  if (claimed === null) throw new Error('another request sends');
  return claimed;
};

describe('counts gathered in an isolate', () => {
  it('are sent as one batch with their sums', () => {
    const buffer = createBuffer();
    for (const imageId of [7, 8, 7]) buffer.addView(imageId);
    buffer.addRequest('GET /a', 200, 5);
    buffer.addRequest('GET /a', 200, 50);
    buffer.addRequest('GET /a', 404, 0);
    expect(buffer.next()).toEqual({
      isolateId: buffer.isolateId,
      sequence: 1,
      views: [
        [7, 2],
        [8, 1],
      ],
      requests: [
        {
          route: 'GET /a',
          status: 200,
          count: 2,
          times: { buckets: [1, 0, 1, 0, 0, 0, 0, 0, 0], sumMs: 55 },
        },
        {
          route: 'GET /a',
          status: 404,
          count: 1,
          times: { buckets: [1, 0, 0, 0, 0, 0, 0, 0, 0], sumMs: 0 },
        },
      ],
    });
  });

  it('keep their number and contents until they are confirmed', () => {
    const buffer = createBuffer();
    buffer.addView(1);
    const first = buffer.next();
    buffer.addView(1);
    expect(buffer.next()).toBe(first);
    if (first !== null) buffer.confirm(first);
    expect(buffer.next()).toMatchObject({ sequence: 2, views: [[1, 1]] });
  });

  it('are not confirmed by a late answer to an earlier batch', () => {
    const buffer = createBuffer();
    buffer.addView(1);
    const first = buffer.next();
    if (first !== null) buffer.confirm(first);
    buffer.addView(2);
    const second = buffer.next();
    if (first !== null) buffer.confirm(first);
    expect(buffer.next()).toBe(second);
  });

  it('create no batch when nothing was counted', () => {
    expect(createBuffer().next()).toBeNull();
  });

  it('are claimed by one request for each delivery', () => {
    const buffer = createBuffer();
    const first = claim(buffer, 1000);
    expect(first.waitMs).toBe(250);
    expect(buffer.claim(1100)).toBeNull();
    expect(buffer.begin(first, 1250)).toBe(true);
    expect(claim(buffer, 1300).waitMs).toBe(250);
  });

  it('can be claimed again when the request that claimed them has died', () => {
    const buffer = createBuffer();
    const dead = claim(buffer, 0);
    expect(buffer.claim(5000)).toBeNull();
    const next = claim(buffer, 5250);
    expect(next.waitMs).toBe(0);
    expect(buffer.begin(next, 5250)).toBe(true);
    expect(buffer.begin(dead, 6000)).toBe(false);
  });

  it('are sent when they fill a batch, by one request, in full batches', () => {
    const buffer = createBuffer(2);
    const waiting = claim(buffer, 0);
    for (const imageId of [1, 2, 3, 4, 5]) buffer.addView(imageId);
    const urgent = claim(buffer, 10);
    expect(urgent.waitMs).toBe(0);
    expect(buffer.begin(urgent, 10)).toBe(true);
    expect(claim(buffer, 11).waitMs).toBe(250);
    expect(buffer.claim(12)).toBeNull();
    expect(buffer.begin(waiting, 250)).toBe(false);
    const sizes: number[] = [];
    for (let held = buffer.batchesHeld; held > 0; held -= 1) {
      const batch = buffer.next();
      if (batch === null) break;
      sizes.push(batch.views.length);
      buffer.confirm(batch);
    }
    expect(sizes).toEqual([2, 2, 1]);
    expect(buffer.batchesHeld).toBe(0);
    buffer.end();
    for (const imageId of [1, 2]) buffer.addView(imageId);
    expect(claim(buffer, 13).waitMs).toBe(0);
  });
});

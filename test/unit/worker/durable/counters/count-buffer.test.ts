import { describe, expect, it } from 'vitest';
import {
  CountBuffer,
  type Delivery,
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

/** The next delivery, answered. */
const deliver = (buffer: CountBuffer, isHeldStored = true, mayHold = true): Delivery | null => {
  const delivery = buffer.next(mayHold);
  if (delivery !== null) buffer.confirm(delivery, isHeldStored);
  return delivery;
};

describe('counts gathered in an isolate', () => {
  it('are sent as one batch with their sums', () => {
    const buffer = createBuffer();
    for (const imageId of [7, 8, 7]) buffer.addView(imageId);
    buffer.addRequest('GET /a', 200, 5);
    buffer.addRequest('GET /a', 200, 50);
    buffer.addRequest('GET /a', 404, 0);
    expect(buffer.next(true)?.held).toEqual({
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

  it('keep their number and contents until they are stored', () => {
    const buffer = createBuffer();
    buffer.addView(1);
    const first = buffer.next(true);
    expect(first).toMatchObject({ stored: null, held: { sequence: 1, views: [[1, 1]] } });
    buffer.addView(1);
    // Without an answer, the object may have the first batch or not.
    const second = buffer.next(true);
    expect(second).toMatchObject({ stored: first?.held, held: { sequence: 2, views: [[1, 1]] } });
    buffer.addView(1);
    expect(buffer.next(true)).toEqual(second);
    if (second !== null) buffer.confirm(second, false);
    expect(deliver(buffer)).toMatchObject({ stored: second?.held, held: { sequence: 3 } });
    expect(buffer.next(true)).toBeNull();
  });

  it('that are held are sent again to be stored, alone if nobody comes back for more', () => {
    const buffer = createBuffer();
    buffer.addView(1);
    const first = deliver(buffer, false);
    buffer.addView(2);
    expect(deliver(buffer, true, false)).toEqual({ stored: first?.held, held: null });
    expect(deliver(buffer, true, false)).toMatchObject({ stored: { sequence: 2 }, held: null });
    expect(buffer.next(false)).toBeNull();
  });

  it('are not confirmed by a late answer to an earlier batch', () => {
    const buffer = createBuffer();
    buffer.addView(1);
    const first = deliver(buffer);
    buffer.addView(2);
    const second = buffer.next(true);
    if (first !== null) buffer.confirm(first, true);
    expect(buffer.next(true)).toEqual({ stored: second?.held, held: null });
  });

  it('that are held wait to be stored by the next delivery, or by the request that sent them', () => {
    const buffer = createBuffer();
    expect(buffer.claimConfirmation(0)).toBeNull();
    const first = claim(buffer, 0);
    buffer.addView(1);
    expect(buffer.begin(first, 250)).toBe(true);
    deliver(buffer, false);
    const confirmation = buffer.claimConfirmation(250);
    expect(confirmation?.waitMs).toBe(375);
    expect(buffer.claimConfirmation(251)).toBeNull();
    buffer.addView(2);
    const next = claim(buffer, 300);
    expect(next.waitMs).toBe(250);
    expect(confirmation !== null && buffer.begin(confirmation, 625)).toBe(false);
    expect(buffer.claim(625)).toBeNull();
    // The one that took over has died.
    const last = claim(buffer, 5551);
    expect(buffer.begin(last, 5551)).toBe(true);
    expect(deliver(buffer, false)).toMatchObject({
      stored: { sequence: 1 },
      held: { sequence: 2 },
    });
    const end = buffer.claimConfirmation(5551);
    expect(end !== null && buffer.begin(end, 5926)).toBe(true);
    expect(deliver(buffer, true, false)).toMatchObject({ stored: { sequence: 2 }, held: null });
    expect(buffer.claimConfirmation(5926)).toBeNull();
  });

  it('create no batch when nothing was counted', () => {
    for (const mayHold of [true, false]) expect(createBuffer().next(mayHold)).toBeNull();
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
    for (let left = buffer.callsDue; left > 0; left -= 1) {
      sizes.push(deliver(buffer, false)?.held?.views.length ?? 0);
    }
    expect(sizes).toEqual([2, 2, 1]);
    expect(buffer.callsDue).toBe(1);
    deliver(buffer);
    expect(buffer.callsDue).toBe(0);
    buffer.end();
    for (const imageId of [1, 2]) buffer.addView(imageId);
    expect(claim(buffer, 13).waitMs).toBe(0);
  });
});

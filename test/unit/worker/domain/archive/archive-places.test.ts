import { describe, expect, it } from 'vitest';
import {
  type ArchivePlace,
  ArchivePlaces,
} from '../../../../../src/worker/domain/archive/archive-places.ts';
import { endUnread } from '../../../../../src/worker/domain/archive/end-unread.ts';
import { HandClock } from '../../../../support/hand-clock.ts';

const PLACES = 16;
const PLACES_PER_USER = 4;
const TRICKLERS = [1, 2, 3, 4];
const [ANN, BOB] = [5, 6];

const start = () => {
  const clock = new HandClock();
  const places = new ArchivePlaces({
    places: PLACES,
    placesPerUser: PLACES_PER_USER,
    idleMs: 60_000,
    clock,
  });
  const take = (userId: number): ArchivePlace => {
    const place = places.take(userId);
    if (place === null) throw new Error('there was no place');
    return place;
  };
  /** Takes all places; each is read a second after the one before. */
  const trickle = async (): Promise<ArchivePlace[]> => {
    const held = TRICKLERS.flatMap((userId) =>
      Array.from({ length: PLACES_PER_USER }, () => take(userId)),
    );
    for (const place of held) {
      await clock.advance(1000);
      place.noteRead();
    }
    return held;
  };
  return { clock, places, take, trickle };
};

const countLost = (held: readonly ArchivePlace[]): number =>
  held.filter((place) => place.leftMs() === 0).length;

describe('the places of archives', () => {
  it('that four users hold all of are given to one without, the longest unread first', async () => {
    const { places, take, trickle } = start();
    const held = await trickle();
    held[0]?.noteRead();
    expect(places.isFree(ANN)).toBe(true);
    const own = take(ANN);
    expect(held.map((place) => place.leftMs() === 0).indexOf(true)).toBe(1);
    take(BOB);
    expect(held.map((place) => place.leftMs() === 0).lastIndexOf(true)).toBe(2);
    expect(countLost([...held, own])).toBe(2);
  });

  it('are not taken for a user who has one, nor from a user who has one', async () => {
    const { places, take, trickle } = start();
    const held = await trickle();
    for (let userId = ANN; userId < ANN + PLACES - TRICKLERS.length; userId += 1) take(userId);
    expect(countLost(held)).toBe(PLACES - TRICKLERS.length);
    for (const userId of [...TRICKLERS, ANN, 100]) {
      expect(places.isFree(userId)).toBe(false);
      expect(places.take(userId)).toBeNull();
    }
  });

  it('do not come back to a reader who lost one and reads on', async () => {
    const { take, trickle } = start();
    const [lost] = await trickle();
    take(ANN);
    lost?.noteRead();
    expect(lost?.leftMs()).toBe(0);
    lost?.release();
    expect(() => take(1)).toThrow('there was no place');
  });

  it('are lost with their stream, even if nobody reads it', async () => {
    const { clock, take, trickle } = start();
    const [place, ...others] = await trickle();
    if (place === undefined) return;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1)),
    });
    const reader = endUnread(endless, place).getReader();
    await reader.read();
    await clock.advance(1000);
    for (const other of others) other.noteRead();
    take(ANN);
    const wait = new Promise((resolve) => {
      setTimeout(resolve, 5000, 'still open');
    });
    const ended = reader.closed.catch((error: unknown) => String(error));
    expect(await Promise.race([ended, wait])).toBe('StallError: The stream stands still');
  });
});

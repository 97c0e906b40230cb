/**
 * The moves of an album's images.
 *
 * - The list shows a move at once. The calls follow one after the other: each is planned in the order that the last one made.
 * - The list is read again only once no move waits: an earlier answer lacks the moves. It is after a failure, too.
 * - The browser asks before a page with waiting moves is left; a sign-out waits for them.
 */

import { signal } from '@preact/signals';
import { realScheduler } from '../../../../client/scheduler.ts';
import { planMove } from '../../../api/albums.ts';
import { explainError } from '../../../state/explain-error.ts';
import { formatNumber } from '../../../state/format.ts';
import { beforeLeaving } from '../../../state/leaving.ts';
import { perUser } from '../../../state/per-user.ts';
import { albumText } from '../../../text/album-pages.ts';
import { showToast } from '../../../widgets/toast.tsx';
import type { ImageList } from '../../gallery/model/image-list.ts';
import { moveBefore, type MoveTarget } from './move-target.ts';

export interface MoveProgress {
  readonly done: number;
  readonly total: number;
}

interface MovedAlbum {
  readonly albumId: number;
  readonly list: Pick<ImageList, 'hasMore' | 'reorder'>;
  readonly restart: () => void;
}

/** How long a sign-out waits for the last calls. */
const LEAVING_TIMEOUT_MS = 3000;

/** Of all albums. Another person's visit gives them up. */
const waiting = perUser(() => new Set<MoveQueue>(), {
  end: (queues) => queues.forEach((queue) => queue.end()),
});

beforeLeaving(async () => {
  const queues = [...waiting.peek()];
  const settled = Promise.all(queues.map((queue) => queue.settled));
  if (queues.length > 0) await Promise.race([settled, realScheduler.sleep(LEAVING_TIMEOUT_MS)]);
});

export class MoveQueue {
  /** Of the move that is being sent. */
  readonly progress = signal<MoveProgress | null>(null);
  readonly #album: MovedAlbum;
  #last = Promise.resolve();
  #waiting = 0;
  #isStale = false;
  /** Whether the failure of one of the waiting moves has been told. */
  #isTold = false;
  #isEnded = false;
  #dismiss = (): void => undefined;

  constructor(album: MovedAlbum) {
    this.#album = album;
  }

  /** Resolves once no move waits. */
  get settled(): Promise<void> {
    return this.#last;
  }

  move({ ids, before, position }: MoveTarget): void {
    const { albumId, list } = this.#album;
    // The end of the album is not in the list.
    if (before === null && list.hasMore) this.#isStale = true;
    else list.reorder((images) => moveBefore(images, ids, before));
    this.#wait(1);
    const run = async (): Promise<void> => {
      if (!this.#isEnded) await this.#send(planMove(albumId, ids, before), ids.length, position);
      this.#wait(-1);
      if (this.#waiting === 0) this.#drain();
    };
    this.#last = this.#last.then(run);
  }

  /** Reads the list again. */
  reload(): void {
    this.#isStale = true;
    if (this.#waiting === 0) this.#drain();
  }

  /** Gives up what waits: another person uses the page. */
  end(): void {
    this.#isEnded = true;
  }

  #drain(): void {
    this.#isTold = false;
    if (!this.#isStale || this.#isEnded) return;
    this.#isStale = false;
    this.#album.restart();
  }

  async #send(move: ReturnType<typeof planMove>, total: number, position: number): Promise<void> {
    try {
      await move((done) => (this.progress.value = { done, total }));
      this.#tellPosition(position);
    } catch (reason) {
      this.#isStale = true;
      this.#tellFailure(reason);
    } finally {
      this.progress.value = null;
    }
  }

  /** In place of the last one. */
  #tellPosition(position: number): void {
    if (this.#isEnded) return;
    this.#dismiss();
    this.#dismiss = showToast({ message: albumText.peek().moved(formatNumber(position)) });
  }

  #tellFailure(reason: unknown): void {
    if (this.#isEnded || this.#isTold) return;
    this.#isTold = true;
    showToast({ kind: 'failure', message: explainError(reason) });
  }

  #wait(change: 1 | -1): void {
    this.#waiting += change;
    const queues = waiting.peek();
    if (this.#waiting > 0 && !this.#isEnded) queues.add(this);
    else queues.delete(this);
    if (queues.size > 0) addEventListener('beforeunload', askBeforeLeaving);
    else removeEventListener('beforeunload', askBeforeLeaving);
  }
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

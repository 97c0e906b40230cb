/**
 * Deletions that can be undone, because they have not been sent yet.
 *
 * - What waits looks deleted at once, and is there again when it is undone or when its deletion fails.
 * - Until it is sent the service knows nothing of it: if everything stops right here, the images are simply still there.
 * - Each image is sent once, whoever asks for it how often.
 */

import { signal, type ReadonlySignal } from '@preact/signals';

/** How many are sent at a time, while there is time. */
const PARALLEL = 4;

export interface PendingDeletions {
  /** The images that are to look deleted. */
  readonly hidden: ReadonlySignal<ReadonlySet<number>>;
  /** Images that are hidden already are left to the deletion that hides them. */
  begin(ids: readonly number[]): Deletion;
  /** Sends all that waits, at once, for there is no later; resolves when all is answered. */
  flush(): Promise<void>;
}

export interface Deletion {
  /** Returns false when it is too late. */
  undo(): boolean;
  /** Sends what is not sent yet; resolves when all is answered, or undone. */
  send(parallel?: number): Promise<DeletionOutcome>;
}

export interface DeletionOutcome {
  readonly deleted: readonly number[];
  readonly failed: readonly { readonly id: number; readonly error: unknown }[];
}

/** `send` deletes one image; it rejects when that fails. */
export function makePendingDeletions(send: (id: number) => Promise<void>): PendingDeletions {
  const hidden = signal<ReadonlySet<number>>(new Set());
  const waiting = new Set<Deletion>();
  const show = (ids: readonly number[]): void => {
    hidden.value = new Set([...hidden.value].filter((id) => !ids.includes(id)));
  };

  const begin: PendingDeletions['begin'] = (ids) => {
    const own = [...new Set(ids)].filter((id) => !hidden.value.has(id));
    const queue = [...own];
    const outcome: { deleted: number[]; failed: DeletionOutcome['failed'][number][] } = {
      deleted: [],
      failed: [],
    };
    const { promise, resolve } = Promise.withResolvers<DeletionOutcome>();
    let state: 'waiting' | 'sent' | 'undone' = 'waiting';
    hidden.value = new Set([...hidden.value, ...own]);

    const sendNext = async (): Promise<void> => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
        try {
          await send(id);
          outcome.deleted.push(id);
        } catch (error) {
          outcome.failed.push({ id, error });
          show([id]);
        }
      }
      if (outcome.deleted.length + outcome.failed.length < own.length) return;
      waiting.delete(deletion);
      resolve(outcome);
    };
    const deletion: Deletion = {
      undo: () => {
        if (state !== 'waiting') return false;
        state = 'undone';
        waiting.delete(deletion);
        show(own);
        resolve(outcome);
        return true;
      },
      send: (parallel = PARALLEL) => {
        if (state === 'undone') return promise;
        state = 'sent';
        const workers = Math.min(parallel, Math.max(queue.length, 1));
        for (let worker = 0; worker < workers; worker += 1) void sendNext();
        return promise;
      },
    };
    waiting.add(deletion);
    return deletion;
  };
  return {
    hidden,
    begin,
    flush: async () => {
      await Promise.all([...waiting].map(({ send }) => send(Number.POSITIVE_INFINITY)));
    },
  };
}

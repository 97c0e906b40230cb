import { PROCESSOR_VERSION } from '../../../../client/upload-in-parts.ts';
import type { Recipe } from '../../../../client/protocol-types.ts';
import type { ResumeStore, UploadTicket } from '../../../../client/resume.ts';
import type { PreparedStore } from '../../../../client/upload-run.ts';
import type { Item } from './queue-item.ts';
import type { QueueStore } from './queue-store.ts';

interface TicketKeeper extends ResumeStore {
  /** What was loaded or saved last; null when there is none. */
  readonly ticket: UploadTicket | null;
  /**
   * Reads what is kept, before that can be taken out with its item.
   * @throws what the browser says where that cannot be read at present.
   */
  recall(): Promise<void>;
  /** Makes it last that the ticket was removed, once it is clear that the upload has failed. */
  sweep(): Promise<void>;
}

/**
 * The ticket of one item. Where it is removed because the picture is published, it stays until the item is said to be.
 * A ticket that could not be kept stays in memory, so that a full browser stops no upload.
 */
export function keepTicket(store: QueueStore, id: string): TicketKeeper {
  /** Undefined while it is not known: what cannot be read at present is not to be removed. */
  let held: Awaited<ReturnType<QueueStore['readTicket']>> | undefined;
  return {
    get ticket() {
      return held?.ticket ?? null;
    },
    recall: async () => {
      held = await store.readTicket(id);
    },
    load: async (fingerprint) => (held?.fingerprint === fingerprint ? held.ticket : null),
    save: async (fingerprint, ticket) => {
      held = { fingerprint, ticket };
      await store.saveTicket(id, held).catch(() => undefined);
    },
    remove: async () => {
      held = null;
    },
    sweep: async () => {
      if (held === null) await store.removeTicket(id).catch(() => undefined);
    },
  };
}

/**
 * The parts of one item, for as long as the same recipe and the same version of this library would make them of the same
 * bytes: another file of that name and size may have been chosen since.
 */
export function keepParts(store: QueueStore, { id, hash }: Item): PreparedStore {
  const describeMaker = ({ variants }: Recipe): string =>
    `${PROCESSOR_VERSION} ${String(hash)} ${JSON.stringify(variants)}`;
  return {
    load: async (recipe) => {
      const kept = await store.readParts(id).catch(() => null);
      return kept?.madeBy === describeMaker(recipe) ? kept.prepared : null;
    },
    save: (recipe, prepared) =>
      store.saveParts(id, { madeBy: describeMaker(recipe), prepared }).catch(() => undefined),
  };
}

import { PROCESSOR_VERSION } from '../../../../client/upload-in-parts.ts';
import type { Recipe } from '../../../../client/protocol-types.ts';
import type { ResumeStore, UploadTicket } from '../../../../client/resume.ts';
import type { PreparedStore } from '../../../../client/upload-run.ts';
import type { Item } from './queue-item.ts';
import type { QueueStore } from './queue-store.ts';

export interface TicketKeeper extends ResumeStore {
  readonly ticket: UploadTicket | null;
  /** Call it before its item can be removed. @throws the browser's error. */
  recall(): Promise<void>;
  sweep(): Promise<void>;
}

/** A ticket that cannot be stored stays in memory: a full browser stops no upload. */
export function keepTicket(store: QueueStore, id: string): TicketKeeper {
  /** Undefined until it is read: an unknown ticket must not be removed. */
  let kept: Awaited<ReturnType<QueueStore['readTicket']>> | undefined;
  return {
    get ticket() {
      return kept?.ticket ?? null;
    },
    recall: async () => {
      kept = await store.readTicket(id);
    },
    load: async (fingerprint) => (kept?.fingerprint === fingerprint ? kept.ticket : null),
    save: async (fingerprint, ticket) => {
      kept = { fingerprint, ticket };
      await store.saveTicket(id, kept).catch(() => undefined);
    },
    remove: async () => {
      kept = null;
    },
    sweep: async () => {
      if (kept === null) await store.removeTicket(id).catch(() => undefined);
    },
  };
}

/** The prepared parts of one item, valid for the same bytes, recipe and version of the library. */
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

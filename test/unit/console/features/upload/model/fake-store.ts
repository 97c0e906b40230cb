import type { UploadTicket } from '../../../../../../src/client/resume.ts';
import {
  hasBytes,
  type Item,
} from '../../../../../../src/console/features/upload/model/queue-item.ts';
import type { KeptParts } from '../../../../../../src/console/features/upload/model/queue-database.ts';
import type { QueueStore } from '../../../../../../src/console/features/upload/model/queue-store.ts';

/** The store of one browser's tabs, in memory: each call is one step, like a transaction. */
export const fakeStore = () => {
  const items = new Map<string, Item>();
  const sources = new Map<string, ArrayBuffer>();
  const parts = new Map<string, KeptParts>();
  const tickets = new Map<string, { fingerprint: string; ticket: UploadTicket }>();
  /** Images at the service, by the hash of their source. */
  const copies = new Map<string, number>();
  const store = {
    save: async (saved: readonly Item[]) => saved.forEach((item) => items.set(item.id, item)),
    keepSource: async (id: string, bytes: ArrayBuffer) => {
      if (items.has(id)) sources.set(id, bytes);
      return items.has(id);
    },
    readSource: async (id: string) => sources.get(id) ?? null,
    readParts: async (id: string) => parts.get(id) ?? null,
    saveParts: async (id: string, made: KeptParts) => void parts.set(id, made),
    readTicket: async (id: string) => tickets.get(id) ?? null,
    saveTicket: async (id: string, ticket: { fingerprint: string; ticket: UploadTicket }) =>
      void tickets.set(id, ticket),
    removeTicket: async (id: string) => void tickets.delete(id),
    finish: async (item: Item) => {
      items.set(item.id, item);
      for (const kept of [sources, parts, tickets]) kept.delete(item.id);
    },
    claim: async ({ id, isWantedAgain = false }: Item, hash: string) => {
      const duplicates = [...items.values()].filter((item) => item.id !== id && item.hash === hash);
      if (!isWantedAgain && duplicates.some(hasBytes)) return false;
      const item = items.get(id);
      if (item !== undefined) items.set(id, { ...item, hash });
      return true;
    },
    remove: async (ids: readonly string[]) => {
      for (const kept of [items, sources, parts, tickets]) ids.forEach((id) => kept.delete(id));
      return new Map<string, UploadTicket>();
    },
  };
  return { store: store as unknown as QueueStore, items, sources, parts, tickets, copies };
};

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { PreparedImage } from '../../../../client/imaging/prepare-parts.ts';
import type { UploadTicket } from '../../../../client/resume.ts';
import type { Item } from './queue-item.ts';

export interface KeptParts {
  /** The version, bytes and recipe that they were made by. */
  readonly madeBy: string;
  readonly prepared: PreparedImage;
}

export interface KeptTicket {
  readonly fingerprint: string;
  readonly ticket: UploadTicket;
}

export interface QueueSchema extends DBSchema {
  items: {
    key: string;
    value: Item;
    indexes: { owner: number; hash: [owner: number, hash: string] };
  };
  sources: { key: string; value: ArrayBuffer };
  parts: { key: string; value: KeptParts };
  tickets: { key: string; value: KeptTicket };
  /** Of earlier versions, which fail without it: hashes of what this browser had uploaded. */
  history: { key: [owner: number, hash: string]; value: never; indexes: { at: number } };
}

const NAME = 'tintype-uploads';

export async function openQueueDatabase(): Promise<IDBPDatabase<QueueSchema>> {
  const db = await openDB<QueueSchema>(NAME, 1, {
    upgrade(db) {
      const items = db.createObjectStore('items', { keyPath: 'id' });
      items.createIndex('owner', 'owner');
      items.createIndex('hash', ['owner', 'hash']);
      for (const name of ['sources', 'parts', 'tickets'] as const) db.createObjectStore(name);
      db.createObjectStore('history', { keyPath: ['owner', 'hash'] }).createIndex('at', 'at');
    },
  });
  await db.clear('history');
  return db;
}

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** A file that another program shares with the console, until it is uploaded. */
interface SharedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: ArrayBuffer;
}

interface ShareSchema extends DBSchema {
  readonly files: { readonly key: number; readonly value: SharedFile };
}

/** Opens where the service worker puts what is shared, and the page finds it. It is to be closed. */
export function openShareStore(): Promise<IDBPDatabase<ShareSchema>> {
  return openDB<ShareSchema>('tintype-share', 1, {
    upgrade: (fresh) => void fresh.createObjectStore('files', { autoIncrement: true }),
  });
}

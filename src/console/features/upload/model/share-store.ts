import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

interface SharedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: ArrayBuffer;
}

interface ShareSchema extends DBSchema {
  readonly files: { readonly key: number; readonly value: SharedFile };
}

/** Opens the store in which the service worker leaves shared files for the page. The caller closes it. */
export function openShareStore(): Promise<IDBPDatabase<ShareSchema>> {
  return openDB<ShareSchema>('tintype-share', 1, {
    upgrade: (fresh) => void fresh.createObjectStore('files', { autoIncrement: true }),
  });
}

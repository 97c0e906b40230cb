import { ObjectStore } from '../../../src/worker/storage/object-store.ts';

const PAGE_FOLDERS = 250;
const UPLOADED = new Date(0);

type Sizes = Map<string, number>;

/** Keys and sizes of a bucket alone: the local one takes hours for four million objects. */
export class KeyBucket {
  readonly #folders = new Map<string, Sizes>();
  #order: readonly string[] = [];

  get store(): ObjectStore {
    return new ObjectStore(this as unknown as ConstructorParameters<typeof ObjectStore>[0]);
  }

  add(key: string, size: number): void {
    const [folder, name] = splitKey(key);
    const sizes = this.#folders.get(folder) ?? new Map<string, number>();
    this.#folders.set(folder, sizes.set(name, size));
  }

  async head(key: string): Promise<{ key: string; size: number } | null> {
    const [folder, name] = splitKey(key);
    const size = this.#folders.get(folder)?.get(name);
    return size === undefined ? null : { key, size };
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const [folder, name] = splitKey(key);
      const sizes = this.#folders.get(folder);
      sizes?.delete(name);
      if (sizes?.size === 0) this.#folders.delete(folder);
    }
  }

  /** Folders that come while it is listed are left out. */
  async list({ cursor }: { readonly cursor?: string }) {
    if (cursor === undefined) this.#order = [...this.#folders.keys()];
    const start = Number(cursor ?? 0);
    const end = start + PAGE_FOLDERS;
    const objects = this.#order.slice(start, end).flatMap((folder) =>
      [...(this.#folders.get(folder) ?? [])].map(([name, size]) => ({
        key: `${folder}/${name}`,
        size,
        uploaded: UPLOADED,
      })),
    );
    return { objects, truncated: end < this.#order.length, cursor: String(end) };
  }
}

function splitKey(key: string): [folder: string, name: string] {
  const at = key.lastIndexOf('/');
  return [key.slice(0, at), key.slice(at + 1)];
}

import { newItem, type Item, type UploadChoice } from './queue-item.ts';
import type { QueueItems } from './queue-items.ts';
import { TAB, tabLocked } from './tab-lock.ts';

/** Browsers read the size of each file from the disk and block the page meanwhile. */
const ADDED_AT_ONCE = 25;

export class FileIntake {
  readonly #owner: number;
  readonly #items: QueueItems;
  #added = 0;
  #stopped = 0;

  constructor(owner: number, items: QueueItems) {
    this.#owner = owner;
    this.#items = items;
  }

  async add(files: readonly File[], choice: UploadChoice): Promise<void> {
    askToPersist();
    await tabLocked;
    const addedAt = Date.now();
    const stopped = this.#stopped;
    for (let at = 0; at < files.length && stopped === this.#stopped; at += ADDED_AT_ONCE) {
      const some = files
        .slice(at, at + ADDED_AT_ONCE)
        .filter((file) => !this.#supply(file, choice));
      await this.#items.add(some.map((file) => this.#toItem(file, addedAt, choice)));
    }
  }

  stop(): void {
    this.#stopped += 1;
  }

  #toItem(file: File, addedAt: number, choice: UploadChoice): Item {
    this.#added += 1;
    const place = { owner: this.#owner, tab: TAB, addedAt, index: this.#added };
    const item = newItem({ ...place, ...choice, file });
    this.#items.setFile(item.id, file);
    return item;
  }

  /** By name and size; a file that changed during this visit may have another size. */
  #supply(file: File, { albumId }: UploadChoice): boolean {
    const namesakes = this.#items.all
      .peek()
      .filter(({ state, name }) => state.name === 'missing' && name === file.name);
    const missing =
      namesakes.find(({ size }) => size === file.size) ??
      namesakes.find(({ id }) => this.#items.fileOf(id) !== undefined);
    if (missing === undefined) return false;
    this.#items.setFile(missing.id, file);
    this.#items.apply(missing.id, { name: 'supplied', size: file.size, albumId });
    return true;
  }
}

let hasAsked = false;

/** Once a visit, since some browsers ask the person; others lack the API. */
function askToPersist(): void {
  if (!hasAsked && 'storage' in navigator) navigator.storage.persist().catch(() => undefined);
  hasAsked = true;
}

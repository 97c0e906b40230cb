import type { Visibility } from '../../../../client/protocol-types.ts';
import type { Item } from './queue-item.ts';
import type { QueueItems } from './queue-items.ts';
import { TAB, tabLocked } from './tab-lock.ts';

/** Browsers ask the disk for the size of each file, and the page waits for it. */
const ADDED_AT_ONCE = 25;

/** Makes items of the files that an account is given, a few at a time. */
export class FileIntake {
  readonly #owner: number;
  readonly #items: QueueItems;
  readonly #onAdded: () => void;
  #added = 0;
  /** How often it was told to stop: what is still being added then stays out. */
  #stopped = 0;

  /** `onAdded` is called whenever some more are there. */
  constructor(owner: number, items: QueueItems, onAdded: () => void) {
    this.#owner = owner;
    this.#items = items;
    this.#onAdded = onAdded;
  }

  /** Adds files at the end; those that were asked for again take their old places. */
  async add(files: readonly File[], visibility: Visibility): Promise<void> {
    askToPersist();
    await tabLocked;
    const addedAt = Date.now();
    const stopped = this.#stopped;
    for (let at = 0; at < files.length && stopped === this.#stopped; at += ADDED_AT_ONCE) {
      const some = files.slice(at, at + ADDED_AT_ONCE).filter((file) => !this.#supply(file));
      await this.#items.add(some.map((file) => this.#toItem(file, addedAt, visibility)));
      this.#onAdded();
    }
  }

  /** Leaves out what is still being added. */
  stop(): void {
    this.#stopped += 1;
  }

  #toItem(file: File, addedAt: number, visibility: Visibility): Item {
    const id = crypto.randomUUID();
    this.#added += 1;
    this.#items.setFile(id, file);
    return {
      id,
      owner: this.#owner,
      tab: TAB,
      addedAt,
      index: this.#added,
      name: file.name,
      size: file.size,
      type: file.type,
      visibility,
      hash: null,
      isKept: false,
      progress: 0,
      state: { name: 'reading' },
    };
  }

  /**
   * A file of the name and size of one that is missing takes its place. One that has changed since it was given may have
   * another size by now.
   */
  #supply(file: File): boolean {
    const namesakes = this.#items.all
      .peek()
      .filter(({ state, name }) => state.name === 'missing' && name === file.name);
    const missing =
      namesakes.find(({ size }) => size === file.size) ??
      namesakes.find(({ id }) => this.#items.fileOf(id) !== undefined);
    if (missing === undefined) return false;
    this.#items.setFile(missing.id, file);
    this.#items.apply(missing.id, { name: 'supplied', size: file.size });
    return true;
  }
}

let hasAsked = false;

/** Once a visit: some browsers ask the person, and some cannot. */
function askToPersist(): void {
  if (!hasAsked && 'storage' in navigator) navigator.storage.persist().catch(() => undefined);
  hasAsked = true;
}

import { signal } from '@preact/signals';
import type { UploadTicket } from '../../../../client/resume.ts';
import { advance, compareItems, type Item, type ItemEvent } from './queue-item.ts';
import type { QueueStore } from './queue-store.ts';

/** The items of one account in this tab, in their order, and the files that they were given as. What changes is kept. */
export class QueueItems {
  readonly all = signal<readonly Item[]>([]);
  readonly store: QueueStore;
  readonly #files = new Map<string, File>();

  constructor(store: QueueStore) {
    this.store = store;
  }

  get(id: string): Item | undefined {
    return this.all.peek().find((item) => item.id === id);
  }

  /** The file that the person gave in this visit. */
  fileOf(id: string): File | undefined {
    return this.#files.get(id);
  }

  setFile(id: string, file: File): void {
    this.#files.set(id, file);
  }

  /**
   * An item's bytes, as they are kept, for the person's file may be another one by now; or else of that. Null where there
   * is neither.
   * @throws what the browser says where it can give neither at present.
   */
  async readBytes(id: string): Promise<ArrayBuffer | null> {
    const file = this.#files.get(id);
    const kept = this.get(id)?.isKept === true ? this.store.readSource(id) : null;
    const bytes = await (file === undefined ? kept : kept?.catch(() => null));
    return bytes ?? (await file?.arrayBuffer()) ?? null;
  }

  /** Adds items to those that are there. */
  async add(items: readonly Item[]): Promise<void> {
    const known = new Set(this.all.peek().map(({ id }) => id));
    const added = items.filter(({ id }) => !known.has(id));
    if (added.length === 0) return;
    this.all.value = [...this.all.peek(), ...added].sort(compareItems);
    await this.store.save(added).catch(() => undefined);
  }

  /** The item after an event; undefined when it is gone. */
  apply(id: string, event: ItemEvent): Item | undefined {
    this.applyToAll([id], event);
    return this.get(id);
  }

  /** Many items after the same event, in one step. */
  applyToAll(ids: readonly string[], event: ItemEvent): void {
    const meant = new Set(ids);
    const changed: Item[] = [];
    const all = this.all.peek().map((before) => {
      const after = meant.has(before.id) ? advance(before, event) : before;
      // An event that only tells progress is worth no write; what is published is kept in one piece with all that goes.
      // What was read has been claimed in the store, and is kept next.
      if (event.name !== 'read' && isWorthKeeping(before, after)) changed.push(after);
      return after;
    });
    // First: whoever sees the change may look at what is kept.
    if (changed.length > 0) void this.store.save(changed).catch(() => undefined);
    if (all.some((item, index) => item !== this.all.peek()[index])) this.all.value = all;
  }

  /** Gone from here at once, then from what is kept; returns the tickets of what had begun. */
  async remove(ids: readonly string[]): Promise<ReadonlyMap<string, UploadTicket>> {
    const gone = new Set(ids);
    const removal = this.store.remove(ids).catch(() => new Map<string, UploadTicket>());
    this.all.value = this.all.peek().filter(({ id }) => !gone.has(id));
    for (const id of ids) this.#files.delete(id);
    return removal;
  }

  /** What is published needs its file no more. */
  dropFile(id: string): void {
    this.#files.delete(id);
  }
}

function isWorthKeeping(before: Item, after: Item): boolean {
  if (after === before) return false;
  if (after.state.name === 'done' && before.state.name !== 'done') return false;
  return JSON.stringify({ ...before, progress: 0 }) !== JSON.stringify({ ...after, progress: 0 });
}

import { signal } from '@preact/signals';
import type { UploadTicket } from '../../../../client/resume.ts';
import { advance, type ItemEvent } from './advance-item.ts';
import { compareItems, type Item } from './queue-item.ts';
import type { QueueStore } from './queue-store.ts';

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

  fileOf(id: string): File | undefined {
    return this.#files.get(id);
  }

  setFile(id: string, file: File): void {
    this.#files.set(id, file);
  }

  /** Prefers the stored bytes: the file may have changed. Null without either. @throws the browser's error. */
  async readBytes(id: string): Promise<ArrayBuffer | null> {
    const file = this.#files.get(id);
    const kept = this.get(id)?.isKept === true ? this.store.readSource(id) : null;
    const bytes = await (file === undefined ? kept : kept?.catch(() => null));
    return bytes ?? (await file?.arrayBuffer()) ?? null;
  }

  async add(items: readonly Item[]): Promise<void> {
    const known = new Set(this.all.peek().map(({ id }) => id));
    const added = items.filter(({ id }) => !known.has(id));
    if (added.length === 0) return;
    const saved = this.store.save(added).catch(() => undefined);
    this.all.value = [...this.all.peek(), ...added].sort(compareItems);
    await saved;
  }

  apply(id: string, event: ItemEvent): Item | undefined {
    this.applyToAll([id], event);
    return this.get(id);
  }

  applyToAll(ids: readonly string[], event: ItemEvent): void {
    const meant = new Set(ids);
    const changed: Item[] = [];
    const all = this.all.peek().map((before) => {
      const after = meant.has(before.id) ? advance(before, event) : before;
      // A claim has stored an item that was read.
      if (event.name !== 'read' && isWorthKeeping(before, after)) changed.push(after);
      return after;
    });
    // The store comes first: an observer of the change may read it.
    if (changed.length > 0) void this.store.save(changed).catch(() => undefined);
    if (all.some((item, index) => item !== this.all.peek()[index])) this.all.value = all;
  }

  async remove(ids: readonly string[]): Promise<ReadonlyMap<string, UploadTicket>> {
    const gone = new Set(ids);
    const removal = this.store.remove(ids).catch(() => new Map<string, UploadTicket>());
    this.all.value = this.all.peek().filter(({ id }) => !gone.has(id));
    for (const id of ids) this.#files.delete(id);
    return removal;
  }

  dropFile(id: string): void {
    this.#files.delete(id);
  }
}

/** Progress alone is not stored, and a publication is stored by `QueueStore.finish`. */
function isWorthKeeping(before: Item, after: Item): boolean {
  if (after === before) return false;
  if (after.state.name === 'done' && before.state.name !== 'done') return false;
  return JSON.stringify({ ...before, progress: 0 }) !== JSON.stringify({ ...after, progress: 0 });
}

/**
 * A list of images, as far as it has been read.
 *
 * - Pages are read one at a time, in order, because a cursor leads only forward. The list grows at its end, and the
 *   scrollbar covers only loaded images, so dragging it never waits for the pages in between.
 * - An image occurs once, even if it has moved to a later page meanwhile.
 * - An image about to be deleted is hidden and keeps its place.
 */

import type { Image } from '../../../api/types.ts';
import { mergeHead } from './merge-head.ts';

/** The fields of an image in a list, without long ones that a list does not show: there may be 100,000. */
export type ListedImage = Omit<
  Image,
  'camera' | 'description' | 'image_file_id' | 'location' | 'updated_at' | 'user_id'
>;

export type ImageChange = Pick<Image, 'id'> & Partial<ListedImage>;

export interface ListedPage {
  readonly images: readonly Image[];
  readonly next_cursor: string;
  readonly has_more: boolean;
}

export type ReadPage = (cursor: string, signal: AbortSignal) => Promise<ListedPage>;

export class ImageList {
  items: readonly ListedImage[] = [];
  hasMore = true;
  isLoading = false;
  error: unknown = null;
  /** Whether `items` belong to the previous query, until the first page arrives. */
  isOutdated = true;

  readonly #onChange: () => void;
  #readPage: ReadPage;
  #known: ListedImage[] = [];
  #ids = new Set<number>();
  readonly #hidden = new Set<number>();
  /** Removed images do not return with an older answer. */
  readonly #gone = new Set<number>();
  #cursor = '';
  #wanted = 0;
  #run: AbortController | null = null;

  constructor(readPage: ReadPage, onChange: () => void) {
    this.#readPage = readPage;
    this.#onChange = onChange;
  }

  /** Starts another list; the previous images stay until the first page arrives. */
  restart(readPage: ReadPage, wanted: number): void {
    this.pause();
    this.#readPage = readPage;
    this.#cursor = '';
    this.#wanted = wanted;
    this.hasMore = true;
    this.error = null;
    this.isOutdated = true;
    void this.#read();
  }

  want(count: number): void {
    this.#wanted = Math.max(this.#wanted, count);
    if (this.#run === null && this.error === null) void this.#read();
  }

  /** Reads on after a failure. */
  retry(): void {
    this.error = null;
    if (this.#run === null) void this.#read();
  }

  /** Aborts the running read; `want` resumes it. */
  pause(): void {
    this.#run?.abort();
    this.#run = null;
    this.isLoading = false;
  }

  update(
    images: readonly ImageChange[],
    belongs: (image: ListedImage) => boolean = () => true,
  ): void {
    const changed = new Map(images.map((image) => [image.id, image]));
    if (!this.#known.some(({ id }) => changed.has(id))) return;
    const known = this.#known.flatMap((image) => {
      const change = changed.get(image.id);
      if (change === undefined) return image;
      const now = slim({ ...image, ...change });
      return belongs(now) ? now : [];
    });
    if (known.length < this.#known.length) this.#ids = new Set(known.map(({ id }) => id));
    this.#show(known);
  }

  /** By `-created_at`. False if they do not overlap the known ones, so that the list has to be reloaded. */
  takeHead(
    { images: head, has_more: hasMore }: Omit<ListedPage, 'next_cursor'>,
    wanted: number,
  ): boolean {
    const present = head.filter(({ id }) => !this.#gone.has(id)).map(slim);
    const merged = mergeHead(this.#known, present, !hasMore, head.length < wanted);
    if (merged === null) return false;
    if (!hasMore) this.hasMore = false;
    this.#ids = new Set(merged.map(({ id }) => id));
    this.#show(merged);
    return true;
  }

  has(id: number): boolean {
    return this.#ids.has(id);
  }

  hide(ids: Iterable<number>): void {
    for (const id of ids) this.#hidden.add(id);
    this.#show(this.#known);
  }

  reveal(ids: Iterable<number>): void {
    for (const id of ids) this.#hidden.delete(id);
    this.#show(this.#known);
  }

  /** Removes deleted images, from later lists, too. */
  remove(ids: ReadonlySet<number>): void {
    for (const id of ids) {
      this.#gone.add(id);
      this.#hidden.delete(id);
      this.#ids.delete(id);
    }
    this.#show(this.#known.filter(({ id }) => !ids.has(id)));
  }

  async #read(): Promise<void> {
    const run = (this.#run = new AbortController());
    this.isLoading = true;
    this.#onChange();
    try {
      while (this.hasMore && (this.isOutdated || this.items.length < this.#wanted)) {
        const page = await this.#readPage(this.#cursor, run.signal);
        if (run.signal.aborted) return;
        this.#append(page);
      }
    } catch (reason) {
      if (!run.signal.aborted) this.error = reason;
    } finally {
      if (this.#run === run) {
        this.#run = null;
        this.isLoading = false;
        this.#onChange();
      }
    }
  }

  #append({ images, next_cursor, has_more }: ListedPage): void {
    if (this.isOutdated) {
      this.#known = [];
      this.#ids = new Set();
      this.isOutdated = false;
    }
    for (const image of images) {
      if (this.#ids.has(image.id) || this.#gone.has(image.id)) continue;
      this.#ids.add(image.id);
      this.#known.push(slim(image));
    }
    this.#cursor = next_cursor;
    this.hasMore = has_more;
    this.#show(this.#known);
  }

  #show(known: ListedImage[]): void {
    this.#known = known;
    this.items = this.#hidden.size === 0 ? known : known.filter(({ id }) => !this.#hidden.has(id));
    this.#onChange();
  }
}

function slim(image: ListedImage): ListedImage {
  return {
    id: image.id,
    unique_link: image.unique_link,
    title: image.title,
    filename: image.filename,
    alt_text: image.alt_text,
    visibility: image.visibility,
    pipeline_version: image.pipeline_version,
    processing_status: image.processing_status,
    asset_link: image.asset_link,
    view_count: image.view_count,
    width: image.width,
    height: image.height,
    file_size: image.file_size,
    thumb_hash: image.thumb_hash,
    taken_at: image.taken_at,
    created_at: image.created_at,
  };
}

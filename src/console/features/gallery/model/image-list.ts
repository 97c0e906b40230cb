/**
 * A list of images, as far as it has been read.
 *
 * - Months are read from their starts, once the service has counted them, in order otherwise. Pages are read one at a time.
 * - Of very many images, those far from the wanted ones are forgotten.
 */

import type { Image } from '../../../api/types.ts';
import { findNextSection, type Wanted } from './find-next-section.ts';
import { KnownImages, type ListOrder } from './known-images.ts';
import { slim, type ImageChange, type ListedImage, type ListedSection } from './listed-image.ts';
import type { MonthCount } from './month-sections.ts';
import { MonthTasks } from './month-tasks.ts';
import type { SparseList } from './sparse-list.ts';

export interface ListedPage {
  readonly images: readonly Image[];
  readonly next_cursor: string;
  readonly has_more: boolean;
}

/** A cursor, or a month to begin in; neither at the start of the list. */
export interface PageStart {
  readonly cursor: string;
  readonly from: string;
}

export interface ListSource extends ListOrder {
  readonly readPage: (start: PageStart, signal: AbortSignal) => Promise<ListedPage>;
}

interface ReadStart extends PageStart {
  readonly section: ListedSection | null;
}

/** Each takes about half a kilobyte. */
const KEPT_IMAGES = 1500;

const FIRST_PAGE: Wanted = { before: 0, first: 0, last: 0 };

export class ImageList {
  isLoading = false;
  error: unknown = null;
  /** Whether the images belong to the previous query, until the first page arrives. */
  isOutdated = true;

  readonly #onChange: () => void;
  readonly #isInUse: (id: number) => boolean;
  readonly #known: KnownImages;
  readonly #tasks = new MonthTasks();
  #source: ListSource;
  /** Null once an image has been read. */
  #startCursor: string | null = '';
  #wanted = FIRST_PAGE;
  #run: AbortController | null = null;

  /** Images in use are never forgotten. */
  constructor(source: ListSource, onChange: () => void, isInUse: (id: number) => boolean) {
    this.#source = source;
    this.#onChange = onChange;
    this.#isInUse = isInUse;
    this.#known = new KnownImages(source);
  }

  /** Another object after each change. */
  get items(): SparseList<ListedImage> {
    return this.#known.items;
  }

  get sections(): readonly ListedSection[] {
    return this.#known.sections;
  }

  get loadedCount(): number {
    return this.#known.loadedCount;
  }

  get hasMore(): boolean {
    return this.#startCursor !== null || this.sections.some(({ isWhole }) => !isWhole);
  }

  /** Whether somebody waits for whole months. */
  get isReadingMonths(): boolean {
    return !this.#tasks.isEmpty;
  }

  has(id: number): boolean {
    return this.#known.has(id);
  }

  /** Starts another list; the previous images stay until the first page arrives. */
  restart(source: ListSource, wanted = FIRST_PAGE): void {
    this.pause();
    this.#source = source;
    this.#startCursor = '';
    this.#wanted = wanted;
    this.error = null;
    this.isOutdated = true;
    void this.#read();
  }

  want(wanted: Wanted): void {
    this.#wanted = wanted;
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
    this.#tasks.settleAll(this.sections);
    this.#onChange();
  }

  /** Takes the months of the whole list. */
  expect(months: readonly MonthCount[]): void {
    if (this.isOutdated) return;
    this.#known.expect(months);
    this.#onChange();
    this.want(this.#wanted);
  }

  /** Reads whole months. Returns false if it failed or the list was left. */
  async readMonths(months: readonly string[]): Promise<boolean> {
    const isRead = this.#tasks.add(months);
    this.#onChange();
    if (this.error === null) this.want(this.#wanted);
    else this.retry();
    return isRead;
  }

  update(
    images: readonly ImageChange[],
    belongs: (image: ListedImage) => boolean = () => true,
  ): void {
    const changed = new Map(images.map((image) => [image.id, image]));
    this.#known.replace(changed, (image) => {
      const now = slim({ ...image, ...changed.get(image.id) });
      return belongs(now) ? now : null;
    });
    this.#onChange();
  }

  /** By `-created_at`. False if they do not overlap the known ones, so that the list has to be reloaded. */
  takeHead(head: Omit<ListedPage, 'next_cursor'>, wanted: number): boolean {
    if (!this.#known.takeHead(head, wanted)) return false;
    if (!head.has_more) this.#startCursor = null;
    this.#onChange();
    return true;
  }

  hide(ids: readonly number[]): void {
    this.#known.hide(ids);
    this.#onChange();
  }

  reveal(ids: readonly number[]): void {
    this.#known.reveal(ids);
    this.#onChange();
  }

  /** Removes deleted images, from later lists, too. */
  remove(ids: ReadonlySet<number>): void {
    this.#known.remove(ids);
    this.#onChange();
  }

  /** Puts the images of a list without months in another order. */
  reorder(order: (known: readonly ListedImage[]) => readonly ListedImage[]): void {
    this.#known.reorder(order);
    this.#onChange();
  }

  async #read(): Promise<void> {
    const run = (this.#run = new AbortController());
    this.isLoading = true;
    this.#onChange();
    try {
      for (let start = this.#findStart(); start !== null; start = this.#findStart()) {
        const page = await this.#source.readPage(start, run.signal);
        if (run.signal.aborted) return;
        // The section may have gone with its images.
        if (start.section === null || this.sections.includes(start.section)) {
          this.#append(page, start.section);
        }
      }
    } catch (reason) {
      if (!run.signal.aborted) this.error = reason;
    } finally {
      if (this.#run === run) {
        this.#run = null;
        this.isLoading = false;
        this.#tasks.settleAll(this.sections);
        this.#onChange();
      }
    }
  }

  #findStart(): ReadStart | null {
    if (this.#startCursor !== null) {
      return { cursor: this.#startCursor, from: '', section: null };
    }
    const { sections } = this;
    const section = findNextSection(sections, this.#wanted) ?? this.#tasks.findNext(sections);
    if (section === null) return null;
    const { cursor, month } = section;
    return { cursor: cursor ?? '', from: cursor === null ? month : '', section };
  }

  #append({ images, next_cursor, has_more }: ListedPage, section: ListedSection | null): void {
    if (this.isOutdated) this.#known.clear(this.#source);
    this.isOutdated = false;
    const cursor = has_more ? next_cursor : '';
    this.#known.append(images, cursor, section);
    this.#startCursor = section === null && images.length === 0 && has_more ? cursor : null;
    const isInUse = ({ month, known }: ListedSection): boolean =>
      this.#tasks.has(month) || known.some(({ id }) => this.#isInUse(id));
    this.#known.forgetFar(this.#wanted, KEPT_IMAGES, isInUse);
    this.#tasks.settleDone(this.sections);
    this.#onChange();
  }
}

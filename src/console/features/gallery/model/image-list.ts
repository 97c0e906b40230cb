/**
 * A list of images, as far as it has been read.
 *
 * - Months are read from their starts, once the service has counted them, in order otherwise. Pages are read one at a time.
 * - An image occurs once, even if it has moved to a later page meanwhile.
 * - An image about to be deleted is hidden and keeps its place.
 * - Of very many images, those far from the wanted ones are forgotten.
 */

import type { Image } from '../../../api/types.ts';
import { findNextSection, type Wanted } from './find-next-section.ts';
import { mergeHead } from './merge-head.ts';
import type { MonthSection } from './month-section.ts';
import { MonthSections, type MonthGroup } from './month-sections.ts';

/** The fields of an image in a list, without long ones that a list does not show: there may be 100,000. */
export type ListedImage = Omit<
  Image,
  'camera' | 'description' | 'image_file_id' | 'location' | 'updated_at' | 'user_id'
>;

export type ImageChange = Pick<Image, 'id'> & Partial<ListedImage>;

export type ListedSection = MonthSection<ListedImage>;

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

export interface ListSource {
  readonly readPage: (start: PageStart, signal: AbortSignal) => Promise<ListedPage>;
  /** `YYYY-MM`, UTC; '' in an order without dates. */
  readonly monthOf: (image: Image) => string;
  readonly isOldestFirst: boolean;
}

export interface MonthCount {
  readonly month: string;
  readonly count: number;
}

interface ReadTask {
  readonly months: ReadonlySet<string>;
  readonly settle: (isRead: boolean) => void;
}

/** Each takes about half a kilobyte. */
const KEPT_IMAGES = 20_000;

const FIRST_PAGE: Wanted = { before: 0, first: 0, last: 0 };

export class ImageList {
  hasMore = true;
  isLoading = false;
  error: unknown = null;
  /** Whether the images belong to the previous query, until the first page arrives. */
  isOutdated = true;

  readonly #onChange: () => void;
  readonly #isInUse: (id: number) => boolean;
  #source: ListSource;
  #sections: MonthSections<ListedImage>;
  #items: readonly (ListedImage | undefined)[] | null = null;
  /** Of the loaded images. */
  readonly #ids = new Set<number>();
  readonly #hidden = new Set<number>();
  /** Removed images do not return with an older answer. */
  readonly #gone = new Set<number>();
  /** Null once an image has been read. */
  #startCursor: string | null = '';
  #wanted = FIRST_PAGE;
  #tasks: readonly ReadTask[] = [];
  #run: AbortController | null = null;

  /** Images in use are never forgotten. */
  constructor(source: ListSource, onChange: () => void, isInUse: (id: number) => boolean) {
    this.#source = source;
    this.#onChange = onChange;
    this.#isInUse = isInUse;
    this.#sections = new MonthSections(source.isOldestFirst);
  }

  /** The shown images by their indices, undefined until they are loaded. */
  get items(): readonly (ListedImage | undefined)[] {
    this.#items ??= this.sections.flatMap(({ images, shownCount }) => [
      ...images,
      ...Array.from<undefined>({ length: shownCount - images.length }),
    ]);
    return this.#items;
  }

  get sections(): readonly ListedSection[] {
    return this.#sections.all;
  }

  get loadedCount(): number {
    return this.#ids.size;
  }

  /** Starts another list; the previous images stay until the first page arrives. */
  restart(source: ListSource, wanted = FIRST_PAGE): void {
    this.pause();
    this.#source = source;
    this.#startCursor = '';
    this.#wanted = wanted;
    this.hasMore = true;
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
    this.#settleTasks();
  }

  /** Takes the months of the whole list. */
  expect(months: readonly MonthCount[]): void {
    if (this.isOutdated) return;
    this.#sections.expect(months);
    this.#show();
    this.want(this.#wanted);
  }

  /** Reads whole months. Returns false if it failed or the list was left. */
  async readMonths(months: readonly string[]): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#tasks = [...this.#tasks, { months: new Set(months), settle: resolve }];
    if (this.error === null) this.want(this.#wanted);
    else this.retry();
    return promise;
  }

  update(
    images: readonly ImageChange[],
    belongs: (image: ListedImage) => boolean = () => true,
  ): void {
    const changed = new Map(images.map((image) => [image.id, image]));
    this.#replaceKnown(
      ({ id }) => changed.has(id),
      (image) => {
        const now = slim({ ...image, ...changed.get(image.id) });
        return belongs(now) ? now : null;
      },
    );
  }

  /** By `-created_at`. False if they do not overlap the known ones, so that the list has to be reloaded. */
  takeHead(
    { images: head, has_more: hasMore }: Omit<ListedPage, 'next_cursor'>,
    wanted: number,
  ): boolean {
    const start = this.#sections.start();
    const months = new Map(start.flatMap(({ known, month }) => known.map(({ id }) => [id, month])));
    const present = head.filter(({ id }) => !this.#gone.has(id));
    for (const image of present) months.set(image.id, this.#source.monthOf(image));
    const known = start.flatMap((section) => section.known);
    const merged = mergeHead(known, present.map(slim), !hasMore, head.length < wanted);
    if (merged === null) return false;
    const groups = groupByMonth(merged, ({ id }) => months.get(id) ?? '');
    for (const { id } of known) this.#ids.delete(id);
    if (hasMore) this.#sections.replaceStart(groups, this.#hidden);
    else this.#takeWhole(groups);
    for (const { id } of merged) this.#ids.add(id);
    this.#show();
    return true;
  }

  has(id: number): boolean {
    return this.#ids.has(id);
  }

  hide(ids: readonly number[]): void {
    for (const id of ids) this.#hidden.add(id);
    this.#showAgain(new Set(ids));
  }

  reveal(ids: readonly number[]): void {
    for (const id of ids) this.#hidden.delete(id);
    this.#showAgain(new Set(ids));
  }

  /** Removes deleted images, from later lists, too. */
  remove(ids: ReadonlySet<number>): void {
    for (const id of ids) {
      this.#gone.add(id);
      this.#hidden.delete(id);
    }
    this.#replaceKnown(
      ({ id }) => ids.has(id),
      () => null,
    );
  }

  /** Moves images to the place before another one, in a list without months; null for its end. */
  move(ids: readonly number[], before: number | null): void {
    const [section] = this.sections;
    if (section === undefined) return;
    const moved = ids.flatMap((id) => section.known.find((image) => image.id === id) ?? []);
    const others = section.known.filter((image) => !moved.includes(image));
    const place = before === null ? others.length : others.findIndex(({ id }) => id === before);
    if (place === -1) return;
    section.replace(others.toSpliced(place, 0, ...moved), this.#hidden);
    this.#show();
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
        this.#settleTasks();
        this.#onChange();
      }
    }
  }

  #findStart(): (PageStart & { readonly section: ListedSection | null }) | null {
    if (this.#startCursor !== null) {
      return { cursor: this.#startCursor, from: '', section: null };
    }
    const section = findNextSection(this.sections, this.#wanted) ?? this.#findTask();
    if (section === null) return null;
    const { cursor, month } = section;
    return { cursor: cursor ?? '', from: cursor === null ? month : '', section };
  }

  #findTask(): ListedSection | null {
    for (const { months } of this.#tasks) {
      const found = this.sections.find(({ month, isWhole }) => months.has(month) && !isWhole);
      if (found !== undefined) return found;
    }
    return null;
  }

  #append({ images, next_cursor, has_more }: ListedPage, section: ListedSection | null): void {
    if (this.isOutdated) {
      this.#sections = new MonthSections(this.#source.isOldestFirst);
      this.#ids.clear();
      this.isOutdated = false;
    }
    const groups = groupByMonth(images, this.#source.monthOf).map(({ month, items }) => ({
      month,
      items: items.filter(({ id }) => !this.#ids.has(id) && !this.#gone.has(id)).map(slim),
    }));
    const cursor = has_more ? next_cursor : '';
    this.#sections.append({ groups, cursor }, section, this.#hidden);
    for (const { items } of groups) for (const { id } of items) this.#ids.add(id);
    this.#startCursor = section === null && images.length === 0 && has_more ? cursor : null;
    this.#forgetFar();
    this.#show();
    this.#settleTasks(({ months }) => this.#isRead(months));
  }

  #isRead(months: ReadonlySet<string>): boolean {
    return this.sections.every(({ month, isWhole }) => isWhole || !months.has(month));
  }

  /** Tasks that are done, or all of those that are left. */
  #settleTasks(isDone: (task: ReadTask) => boolean = () => true): void {
    const done = this.#tasks.filter(isDone);
    this.#tasks = this.#tasks.filter((task) => !done.includes(task));
    for (const { months, settle } of done) settle(this.#isRead(months));
  }

  #forgetFar(): void {
    if (this.#ids.size <= KEPT_IMAGES) return;
    for (const section of this.#sections.farFrom(this.#wanted)) {
      const { known, month } = section;
      const isTask = this.#tasks.some(({ months }) => months.has(month));
      if (isTask || known.some(({ id }) => this.#hidden.has(id) || this.#isInUse(id))) continue;
      for (const { id } of known) this.#ids.delete(id);
      section.forget();
      if (this.#ids.size <= KEPT_IMAGES) return;
    }
  }

  #takeWhole(groups: readonly MonthGroup<ListedImage>[]): void {
    this.#ids.clear();
    this.#sections = new MonthSections(this.#source.isOldestFirst);
    this.#sections.append({ groups, cursor: '' }, null, this.#hidden);
    this.#startCursor = null;
  }

  #replaceKnown(
    isMeant: (image: ListedImage) => boolean,
    change: (image: ListedImage) => ListedImage | null,
  ): void {
    for (const section of this.sections) {
      if (!section.known.some(isMeant)) continue;
      const known = section.known.flatMap((image) => {
        const now = isMeant(image) ? change(image) : image;
        if (now === null) this.#ids.delete(image.id);
        return now ?? [];
      });
      section.replace(known, this.#hidden);
    }
    this.#show();
  }

  #showAgain(ids: ReadonlySet<number>): void {
    this.#replaceKnown(
      ({ id }) => ids.has(id),
      (image) => image,
    );
  }

  #show(): void {
    this.#sections.dropEmpty();
    this.#items = null;
    this.hasMore = this.#startCursor !== null || this.sections.some(({ isWhole }) => !isWhole);
    this.#onChange();
  }
}

function groupByMonth<Item>(
  items: readonly Item[],
  monthOf: (item: Item) => string,
): MonthGroup<Item>[] {
  return [...Map.groupBy(items, monthOf)].map(([month, group]) => ({ month, items: group }));
}

function slim(image: ListedImage & Partial<Image>): ListedImage {
  const {
    camera: _camera,
    description: _description,
    image_file_id: _file,
    location: _location,
    updated_at: _updated,
    user_id: _user,
    ...listed
  } = image;
  return listed;
}

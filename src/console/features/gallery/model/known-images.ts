/**
 * The images of a list that have been read, in their months.
 *
 * - An image occurs once, even if it has moved to a later page meanwhile.
 * - An image about to be deleted is hidden and keeps its place.
 * - A removed image does not return with an older answer.
 */

import type { Image } from '../../../api/types.ts';
import type { Wanted } from './find-next-section.ts';
import { slim, type ListedImage, type ListedSection } from './listed-image.ts';
import { mergeHead } from './merge-head.ts';
import { MonthSections, type MonthCount, type MonthGroup } from './month-sections.ts';
import { SparseList } from './sparse-list.ts';

export interface ListOrder {
  /** `YYYY-MM`, UTC; '' in an order without dates. */
  readonly monthOf: (image: Image) => string;
  readonly isOldestFirst: boolean;
}

interface Head {
  readonly images: readonly Image[];
  readonly has_more: boolean;
}

export class KnownImages {
  /** Another object after each change. */
  items = new SparseList<ListedImage>([]);
  #order: ListOrder;
  #sections: MonthSections<ListedImage>;
  /** Of the loaded images. */
  readonly #ids = new Set<number>();
  readonly #hidden = new Set<number>();
  readonly #gone = new Set<number>();

  constructor(order: ListOrder) {
    this.#order = order;
    this.#sections = new MonthSections(order.isOldestFirst);
  }

  get sections(): readonly ListedSection[] {
    return this.#sections.all;
  }

  get loadedCount(): number {
    return this.#ids.size;
  }

  has(id: number): boolean {
    return this.#ids.has(id);
  }

  clear(order: ListOrder): void {
    this.#order = order;
    this.#sections = new MonthSections(order.isOldestFirst);
    this.#ids.clear();
    this.#change();
  }

  /** Takes images that were read at the end of a section, or null at the start of the list. `cursor`: '' at its end. */
  append(images: readonly Image[], cursor: string, section: ListedSection | null): void {
    const groups = groupByMonth(images, this.#order.monthOf).map(({ month, items }) => ({
      month,
      items: items.filter(({ id }) => !this.#ids.has(id) && !this.#gone.has(id)).map(slim),
    }));
    this.#sections.append({ groups, cursor }, section, this.#hidden);
    for (const { items } of groups) for (const { id } of items) this.#ids.add(id);
    this.#change();
  }

  /** Takes the months of the whole list. */
  expect(months: readonly MonthCount[]): void {
    this.#sections.expect(months);
    this.#change();
  }

  /** By `-created_at`. False if they do not overlap the known ones. */
  takeHead({ images, has_more: hasMore }: Head, wanted: number): boolean {
    const start = this.#sections.start();
    const months = new Map(start.flatMap(({ known, month }) => known.map(({ id }) => [id, month])));
    const present = images.filter(({ id }) => !this.#gone.has(id));
    for (const image of present) months.set(image.id, this.#order.monthOf(image));
    const known = start.flatMap((section) => section.known);
    const merged = mergeHead(known, present.map(slim), !hasMore, images.length < wanted);
    if (merged === null) return false;
    const groups = groupByMonth(merged, ({ id }) => months.get(id) ?? '');
    for (const { id } of known) this.#ids.delete(id);
    if (hasMore) this.#sections.replaceStart(groups, this.#hidden);
    else {
      this.clear(this.#order);
      this.#sections.append({ groups, cursor: '' }, null, this.#hidden);
    }
    for (const { id } of merged) this.#ids.add(id);
    this.#change();
    return true;
  }

  hide(ids: readonly number[]): void {
    for (const id of ids) this.#hidden.add(id);
    this.replace(new Set(ids), (image) => image);
  }

  reveal(ids: readonly number[]): void {
    for (const id of ids) this.#hidden.delete(id);
    this.replace(new Set(ids), (image) => image);
  }

  remove(ids: ReadonlySet<number>): void {
    for (const id of ids) {
      this.#gone.add(id);
      this.#hidden.delete(id);
    }
    this.replace(ids, () => null);
  }

  /** Puts the images of a list without months in another order. */
  reorder(order: (known: readonly ListedImage[]) => readonly ListedImage[]): void {
    const [section] = this.sections;
    section?.replace(order(section.known), this.#hidden);
    this.#change();
  }

  /** Changes loaded images; null takes one out. */
  replace(
    ids: { readonly has: (id: number) => boolean },
    change: (image: ListedImage) => ListedImage | null,
  ): void {
    for (const section of this.sections) {
      if (!section.known.some(({ id }) => ids.has(id))) continue;
      const known = section.known.flatMap((image) => {
        const now = ids.has(image.id) ? change(image) : image;
        if (now === null) this.#ids.delete(image.id);
        return now ?? [];
      });
      section.replace(known, this.#hidden);
    }
    this.#change();
  }

  /** Forgets the sections that are the farthest from the wanted images, until at most `kept` images are loaded. */
  forgetFar(wanted: Wanted, kept: number, isInUse: (section: ListedSection) => boolean): void {
    if (this.#ids.size <= kept) return;
    for (const section of this.#sections.farFrom(wanted)) {
      if (isInUse(section) || section.known.some(({ id }) => this.#hidden.has(id))) continue;
      for (const { id } of section.known) this.#ids.delete(id);
      section.forget();
      if (this.#ids.size <= kept) break;
    }
    this.#change();
  }

  #change(): void {
    this.#sections.dropEmpty();
    this.items = new SparseList(this.sections);
  }
}

function groupByMonth<Item>(
  items: readonly Item[],
  monthOf: (item: Item) => string,
): MonthGroup<Item>[] {
  return [...Map.groupBy(items, monthOf)].map(([month, group]) => ({ month, items: group }));
}

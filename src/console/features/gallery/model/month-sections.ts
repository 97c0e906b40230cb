import type { Size } from '../../../../shared/pixels.ts';
import type { Wanted } from './find-next-section.ts';
import { MonthSection, type Identified } from './month-section.ts';

export interface MonthCount {
  readonly month: string;
  readonly count: number;
}

/** Consecutive images of one month. */
export interface MonthGroup<Item> {
  readonly month: string;
  readonly items: readonly Item[];
}

interface ReadPart<Item> {
  readonly groups: readonly MonthGroup<Item>[];
  /** '' at the end of the list. */
  readonly cursor: string;
}

/**
 * A list in months, read from several places.
 *
 * - A month is read from its start, and the reading goes on into the months after it up to one that is read already.
 * - A month that is passed over has no more images.
 */
export class MonthSections<Item extends Identified & Size> {
  all: MonthSection<Item>[] = [];
  readonly #isOldestFirst: boolean;

  constructor(isOldestFirst: boolean) {
    this.#isOldestFirst = isOldestFirst;
  }

  /** Takes images that were read at the end of a section, or null at the start of the list. */
  append(
    { groups, cursor }: ReadPart<Item>,
    at: MonthSection<Item> | null,
    hidden: ReadonlySet<number>,
  ): void {
    let end = at;
    let isMet = false;
    for (const { month, items } of groups) {
      const section = this.at(month);
      isMet = section !== at && section.isBegun;
      this.#endUpTo(section, end);
      end = section;
      if (isMet) break;
      section.append(items, hidden);
    }
    if (end !== null && !isMet) {
      end.cursor = cursor;
      if (cursor === '') this.#endAll(end);
    }
    this.dropEmpty();
  }

  /** Takes the numbers of images that the service has counted. */
  expect(months: readonly MonthCount[]): void {
    const counts = new Map(months.map(({ month, count }) => [month, count]));
    for (const month of counts.keys()) this.at(month);
    for (const section of this.all) section.expect(counts.get(section.month) ?? 0);
    this.dropEmpty();
  }

  /** The section of a month, which it creates. */
  at(month: string): MonthSection<Item> {
    const index = this.all.findIndex((section) => !this.#isBefore(section.month, month));
    const found = this.all[index];
    if (found?.month === month) return found;
    const created = new MonthSection<Item>(month);
    this.all.splice(index === -1 ? this.all.length : index, 0, created);
    return created;
  }

  /** The sections from the start of the list, up to the first one with images that are not loaded. */
  start(): readonly MonthSection<Item>[] {
    const end = this.all.findIndex(({ isCovered }) => !isCovered);
    return end === -1 ? this.all : this.all.slice(0, end + 1);
  }

  /** Replaces the known images of `start()`. */
  replaceStart(groups: readonly MonthGroup<Item>[], hidden: ReadonlySet<number>): void {
    const known = this.start();
    const last = known.at(-1);
    const byMonth = new Map(groups.map(({ month, items }) => [month, items]));
    for (const section of known) section.replace(byMonth.get(section.month) ?? [], hidden);
    for (const { month, items } of groups) {
      if (last !== undefined && !this.#isBefore(month, last.month)) continue;
      const section = this.at(month);
      if (known.includes(section)) continue;
      section.replace(items, hidden);
      if (last !== undefined) section.end();
    }
    this.dropEmpty();
  }

  dropEmpty(): void {
    if (this.all.every(({ size }) => size > 0)) return;
    this.all = this.all.filter(({ size, cursor }) => size > 0 || (cursor ?? '') !== '');
  }

  /** Sections with loaded images none of which is wanted, the farthest first. Not the first one: new images join it. */
  farFrom({ before, last }: Pick<Wanted, 'before' | 'last'>): readonly MonthSection<Item>[] {
    let start = this.all[0]?.shownCount ?? 0;
    const far: { section: MonthSection<Item>; away: number }[] = [];
    for (const section of this.all.slice(1)) {
      const end = start + section.shownCount;
      const away = Math.max(before - end, start - last);
      if (away > 0 && section.known.length > 0) far.push({ section, away });
      start = end;
    }
    return far.sort((one, other) => other.away - one.away).map(({ section }) => section);
  }

  #isBefore(one: string, other: string): boolean {
    return this.#isOldestFirst ? one < other : one > other;
  }

  /** Ends the sections before one, from the one that was read. */
  #endUpTo(section: MonthSection<Item>, from: MonthSection<Item> | null): void {
    const start = from === null ? 0 : this.all.indexOf(from);
    for (const passed of this.all.slice(start, this.all.indexOf(section))) passed.end();
  }

  #endAll(last: MonthSection<Item>): void {
    for (const section of this.all.slice(this.all.indexOf(last))) section.end();
  }
}

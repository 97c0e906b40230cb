import { findRow } from '../../../widgets/window-rows.ts';
import type { CellBox, GridRows } from './grid-rows.ts';
import { SectionRows, type SectionBox } from './section-rows.ts';
import { SQUARE } from './stored-view.ts';

interface LaidOut {
  readonly month: string;
  readonly aspects: ArrayLike<number>;
  readonly shownCount: number;
}

/** A month in the layout of all. */
export interface MonthPart<Section> {
  readonly section: Section;
  readonly rows: SectionRows;
  /** Its first row, its first image and its top among all. */
  readonly firstRow: number;
  readonly first: number;
  readonly topPx: number;
}

/** Usual in photographs; used until some are known. */
const USUAL_ASPECT = 1.4;
/** As many as represent the others. */
const SAMPLE_IMAGES = 100;

/** The rows of all months. Each month's depend on its own images alone. */
export class MonthRows<Section extends LaidOut> implements GridRows {
  parts: readonly MonthPart<Section>[] = [];
  count = 0;
  readonly #box: SectionBox;
  readonly #known = new WeakMap<Section, SectionRows>();
  /** Constant once known: others would move all months. */
  #meanAspect: number | null = null;
  #heightPx = 0;
  #images = 0;

  constructor(box: SectionBox) {
    this.#box = box;
  }

  layOut(sections: readonly Section[]): void {
    this.#meanAspect ??= meanOf(
      sections.flatMap(({ aspects }) => Array.from(aspects)).slice(0, SAMPLE_IMAGES),
    );
    [this.count, this.#heightPx, this.#images] = [0, 0, 0];
    this.parts = sections
      .filter(({ shownCount }) => shownCount > 0)
      .map((section) => {
        const rows = this.#known.get(section) ?? new SectionRows(this.#box, section.month !== '');
        this.#known.set(section, rows);
        const { aspects, shownCount } = section;
        rows.layOut(aspects, shownCount, this.#meanAspect ?? USUAL_ASPECT);
        const [firstRow, first, topPx] = [this.count, this.#images, this.#heightPx];
        this.count += rows.count;
        this.#images += shownCount;
        this.#heightPx += rows.startOf(rows.count);
        return { section, rows, firstRow, first, topPx };
      });
  }

  startOf = (row: number): number => {
    if (row >= this.count) return this.#heightPx;
    const part = this.partOf(row);
    return part === undefined ? 0 : part.topPx + part.rows.startOf(row - part.firstRow);
  };

  rowAt = (offsetPx: number): number => {
    const part = this.#find('topPx', offsetPx);
    if (part === undefined) return 0;
    return part.firstRow + part.rows.rowAt(Math.max(0, offsetPx - part.topPx));
  };

  firstOf(row: number): number {
    if (row >= this.count) return this.#images;
    const part = this.partOf(row);
    return part === undefined ? 0 : part.first + part.rows.firstOf(row - part.firstRow);
  }

  rowOf(index: number): number {
    const part = this.partWith(index);
    return part === undefined ? 0 : part.firstRow + part.rows.rowOf(index - part.first);
  }

  heightOf(row: number): number {
    const part = this.partOf(row);
    return part === undefined ? 0 : part.rows.heightOf(row - part.firstRow);
  }

  boxesOf(row: number): readonly CellBox[] {
    const part = this.partOf(row);
    return part === undefined ? [] : part.rows.boxesOf(row - part.firstRow);
  }

  partOf(row: number): MonthPart<Section> | undefined {
    return this.#find('firstRow', row);
  }

  partWith(index: number): MonthPart<Section> | undefined {
    return this.#find('first', index);
  }

  #find(start: 'firstRow' | 'first' | 'topPx', place: number): MonthPart<Section> | undefined {
    const { parts } = this;
    return parts[findRow(parts.length, (index) => parts[index]?.[start] ?? 0, place)];
  }
}

function meanOf(aspects: readonly number[]): number | null {
  if (aspects.length === 0) return null;
  return aspects.reduce((sum, aspect) => sum + aspect, 0) / aspects.length / SQUARE;
}

import { findRow } from '../../../widgets/window-rows.ts';

interface Part {
  readonly section: { readonly month: string };
  readonly topPx: number;
}

/** A place of the scrubber: a year with its label, or a month with a tick. */
export interface Mark {
  readonly month: string;
  readonly isYear: boolean;
  /** From the start of the track to its end, 0 to 1. */
  readonly share: number;
}

const LABEL_PX = 18;
const TICK_PX = 6;

/** Months along a track, at the places where the scrollbar has them. */
export class ScrubberScale {
  readonly parts: readonly Part[];
  readonly #rangePx: number;

  /** @param heightPx of all rows, of which the window shows `visiblePx`. */
  constructor(parts: readonly Part[], heightPx: number, visiblePx: number) {
    this.parts = parts;
    this.#rangePx = Math.max(1, heightPx - visiblePx);
  }

  shareOf(offsetPx: number): number {
    return Math.min(1, Math.max(0, offsetPx / this.#rangePx));
  }

  offsetAt(share: number): number {
    return Math.min(1, Math.max(0, share)) * this.#rangePx;
  }

  /** The index of the month at a distance from the top of all rows. */
  indexAt(offsetPx: number): number {
    const { parts } = this;
    return findRow(parts.length, (index) => parts[index]?.topPx ?? 0, offsetPx + 1);
  }

  /** As many as the track has room for. */
  marks(trackPx: number): Mark[] {
    let [labelPx, markPx] = [-LABEL_PX, -LABEL_PX];
    let year = '';
    return this.parts.flatMap(({ section: { month }, topPx }) => {
      const share = this.shareOf(topPx);
      const px = share * trackPx;
      const isYear = yearOf(month) !== year && px - labelPx >= LABEL_PX;
      const isTick = px - markPx >= TICK_PX && px - labelPx >= LABEL_PX / 2;
      if (!isYear && !isTick) return [];
      markPx = px;
      if (isYear) [labelPx, year] = [px, yearOf(month)];
      return { month, isYear, share };
    });
  }

  /** The month that a key of a slider leads to: an arrow to the next one, a page to the next year. Null for other keys. */
  step(key: string, index: number): number | null {
    const last = this.parts.length - 1;
    const isOf = (year: string) => (part: Part) => yearOf(part.section.month) === year;
    const isThisYear = isOf(yearOf(this.parts[index]?.section.month ?? ''));
    const previous = this.parts.slice(0, index).findLast((part) => !isThisYear(part));
    const next = this.parts.findIndex((part, at) => at > index && !isThisYear(part));
    switch (key) {
      case 'ArrowUp':
      case 'ArrowLeft':
        return Math.max(0, index - 1);
      case 'ArrowDown':
      case 'ArrowRight':
        return Math.min(last, index + 1);
      case 'PageUp':
        return previous === undefined
          ? 0
          : this.parts.findIndex(isOf(yearOf(previous.section.month)));
      case 'PageDown':
        return next === -1 ? last : next;
      case 'Home':
        return 0;
      case 'End':
        return last;
      default:
        return null;
    }
  }
}

export function yearOf(month: string): string {
  return month.slice(0, 'YYYY'.length);
}

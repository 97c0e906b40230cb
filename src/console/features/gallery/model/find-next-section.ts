/** The images to load, by their indices: from `first` to `last`, then back to `before`. */
export interface Wanted {
  readonly before: number;
  readonly first: number;
  readonly last: number;
}

interface Section {
  readonly cursor: string | null;
  readonly images: readonly unknown[];
  readonly shownCount: number;
  readonly isWhole: boolean;
}

/** The section (a MonthSection) to read on in; null if all wanted images are loaded. */
export function findNextSection<Found extends Section>(
  sections: readonly Found[],
  { before, first, last }: Wanted,
): Found | null {
  const starts: number[] = [];
  let end = 0;
  for (const { shownCount } of sections) {
    starts.push(end);
    end += shownCount;
  }
  const startOf = (index: number): number => starts[index] ?? end;
  const at = Math.max(
    0,
    starts.findLastIndex((start) => start <= first),
  );
  for (let index = at; index < sections.length && startOf(index) <= last; index += 1) {
    const section = sections[index];
    // More may follow the last one.
    const isLast = index === sections.length - 1;
    const size = isLast ? Infinity : (section?.shownCount ?? 0);
    const wanted = Math.min(last + 1 - startOf(index), size);
    if (section !== undefined && isShort(section, wanted)) {
      const previous = sections[index - 1];
      // Images that the service has not counted may be between both.
      const leadsHere = section.cursor === null && previous !== undefined && isOpenEnd(previous);
      return leadsHere ? previous : section;
    }
  }
  for (let index = at - 1; index >= 0 && startOf(index + 1) > before; index -= 1) {
    const section = sections[index];
    if (section !== undefined && isShort(section, section.shownCount)) return section;
  }
  return null;
}

function isOpenEnd({ cursor, images, isWhole, shownCount }: Section): boolean {
  return cursor !== null && !isWhole && images.length >= shownCount;
}

function isShort({ images, isWhole }: Section, wanted: number): boolean {
  return !isWhole && images.length < wanted;
}

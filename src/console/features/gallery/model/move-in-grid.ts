interface GridShape {
  readonly count: number;
  readonly columns: number;
  readonly pageRows: number;
}

/** ARIA Authoring Practices, Grid Pattern. Null for other keys. */
export function moveInGrid(
  index: number,
  key: string,
  isControl: boolean,
  { count, columns, pageRows }: GridShape,
): number | null {
  const last = count - 1;
  const rowStart = index - (index % columns);
  const target = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - columns,
    // From above a short last row, down to its end.
    ArrowDown: index + columns > last && rowStart + columns <= last ? last : index + columns,
    Home: isControl ? 0 : rowStart,
    End: isControl ? last : Math.min(rowStart + columns - 1, last),
    PageUp: stayInColumn(index - pageRows * columns, columns),
    PageDown: Math.min(index + pageRows * columns, last),
  }[key];
  if (target === undefined || count === 0) return null;
  return target < 0 || target > last ? index : target;
}

function stayInColumn(index: number, columns: number): number {
  return index >= 0 ? index : ((index % columns) + columns) % columns;
}

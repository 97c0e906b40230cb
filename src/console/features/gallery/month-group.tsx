import type { ComponentChildren } from 'preact';
import type { ListedSection } from './model/listed-image.ts';
import type { MonthPart } from './model/month-rows.ts';
import { MonthHead } from './month-head.tsx';

interface MonthGroupProps {
  readonly part: MonthPart<ListedSection>;
  /** Rows before those of all months. */
  readonly rowsBefore: number;
  readonly columns: number | undefined;
  readonly children: ComponentChildren;
}

/** As high as its month, whose head stays in sight as long as one of its rows does. */
export function MonthGroup({ part, rowsBefore, columns, children }: MonthGroupProps) {
  const { section, rows, firstRow, topPx } = part;
  const style = { insetBlockStart: `${topPx}px`, height: `${rows.startOf(rows.count)}px` };
  return (
    <div role="rowgroup" class="gallery-month" style={style}>
      {section.month !== '' && (
        <MonthHead part={part} rowIndex={rowsBefore + firstRow + 1} columns={columns} />
      )}
      {children}
    </div>
  );
}

import { GridRow } from './grid-row.tsx';
import { LINE_COLUMNS, ListLine } from './list-line.tsx';
import type { ListedSection } from './model/listed-image.ts';
import type { MonthPart, MonthRows } from './model/month-rows.ts';
import { MonthGroup } from './month-group.tsx';

type Part = MonthPart<ListedSection>;

interface GridMonthsProps {
  readonly isList: boolean;
  readonly rows: MonthRows<ListedSection>;
  /** The rendered rows, in order. */
  readonly shown: readonly number[];
  /** Rows before those of all months. */
  readonly rowsBefore: number;
  readonly selected: ReadonlySet<number>;
  readonly pathOf: (id: number) => string;
  readonly isRushing: boolean;
  readonly gapPx: number;
  readonly targetPx: number;
  readonly tabStop: number;
}

/** The months of the rendered rows, each with its own of these. */
export function GridMonths(props: GridMonthsProps) {
  const { isList, rows, shown, rowsBefore } = props;
  const Row = isList ? LineOfMonth : RowOfMonth;
  return (
    <>
      {groupRows(rows, shown).map(([part, own]) => (
        <MonthGroup
          key={part.section.month}
          part={part}
          rowsBefore={rowsBefore}
          columns={isList ? LINE_COLUMNS : undefined}
        >
          {own.map((row) => (
            <Row key={row - part.firstRow} {...props} part={part} row={row} />
          ))}
        </MonthGroup>
      ))}
    </>
  );
}

interface RowProps extends GridMonthsProps {
  /** Another one whenever its section may have changed. */
  readonly part: Part;
  readonly row: number;
}

function LineOfMonth({ part, row, selected, pathOf, isRushing, tabStop }: RowProps) {
  const { section, rows, first, firstRow } = part;
  const own = row - firstRow;
  const index = rows.firstOf(own);
  return (
    <ListLine
      image={section.images[index]}
      index={first + index}
      row={row}
      topPx={rows.startOf(own)}
      heightPx={rows.heightOf(own)}
      selected={selected}
      pathOf={pathOf}
      isRushing={isRushing}
      isTabStop={first + index === tabStop}
    />
  );
}

function RowOfMonth(props: RowProps) {
  const { part, row, selected, pathOf, isRushing, gapPx, targetPx, tabStop } = props;
  const { section, rows, firstRow } = part;
  const own = row - firstRow;
  const first = rows.firstOf(own);
  return (
    <GridRow
      row={row}
      from={part.first + first}
      first={first}
      images={section.images}
      boxesOf={() => rows.boxesOf(own)}
      topPx={rows.startOf(own)}
      heightPx={rows.heightOf(own)}
      gapPx={gapPx}
      targetPx={targetPx}
      selected={selected}
      pathOf={pathOf}
      isRushing={isRushing}
      tabStop={tabStop}
    />
  );
}

/** Without the heads of months. */
function groupRows(rows: MonthRows<ListedSection>, shown: readonly number[]): [Part, number[]][] {
  const groups: [Part, number[]][] = [];
  for (const row of shown) {
    const part = rows.partOf(row);
    if (part === undefined) continue;
    let last = groups.at(-1);
    if (last?.[0] !== part) groups.push((last = [part, []]));
    if (rows.firstOf(row) < rows.firstOf(row + 1)) last[1].push(row);
  }
  return groups;
}

import { useMemo } from 'preact/hooks';
import { GridCell } from './grid-cell.tsx';
import type { CellBox } from './model/grid-rows.ts';
import type { ListedImage } from './model/listed-image.ts';

interface GridRowProps {
  /** Among all rows. */
  readonly row: number;
  /** The index of the row's first image among all, and among `images`. */
  readonly from: number;
  readonly first: number;
  readonly images: readonly ListedImage[];
  /** Changes with the places of cells. */
  readonly aspects: readonly number[];
  readonly boxesOf: () => readonly CellBox[];
  readonly count: number;
  readonly topPx: number;
  readonly heightPx: number;
  readonly gapPx: number;
  readonly targetPx: number;
  readonly selected: ReadonlySet<number>;
  readonly pathOf: (id: number) => string;
  readonly isRushing: boolean;
  /** -1 in another row. */
  readonly tabStop: number;
}

/** Renders once while the window scrolls: a list that has grown changes its last row alone. */
export function GridRow(props: GridRowProps) {
  const { row, from, first, images, aspects, boxesOf, count, topPx, heightPx, gapPx } = props;
  const { targetPx, selected, pathOf, isRushing, tabStop } = props;
  const loaded = Math.min(Math.max(0, images.length - first), count);
  const cells = useMemo(
    () =>
      boxesOf().map(({ widthPx }, column) => (
        <GridCell
          // Cells stay in place when an image before them goes, and so does the focus.
          // oxlint-disable-next-line react/no-array-index-key
          key={column}
          image={images[first + column]}
          index={from + column}
          column={column}
          widthPx={widthPx}
          targetPx={targetPx}
          selected={selected}
          pathOf={pathOf}
          isRushing={isRushing}
          isTabStop={from + column === tabStop}
        />
      )),
    [
      images,
      aspects,
      loaded,
      first,
      from,
      count,
      heightPx,
      targetPx,
      selected,
      pathOf,
      isRushing,
      tabStop,
    ],
  );
  const style = { transform: `translateY(${topPx}px)`, height: `${heightPx}px`, gap: `${gapPx}px` };
  return (
    <div role="row" class="gallery-row" aria-rowindex={row + 1} style={style}>
      {cells}
    </div>
  );
}

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
  readonly boxesOf: () => readonly CellBox[];
  readonly topPx: number;
  readonly heightPx: number;
  readonly gapPx: number;
  readonly targetPx: number;
  readonly selected: ReadonlySet<number>;
  readonly pathOf: (id: number) => string;
  readonly isRushing: boolean;
  readonly tabStop: number;
}

export function GridRow(props: GridRowProps) {
  const { row, from, first, images, boxesOf, topPx, heightPx, gapPx } = props;
  const { targetPx, selected, pathOf, isRushing, tabStop } = props;
  const style = { transform: `translateY(${topPx}px)`, height: `${heightPx}px`, gap: `${gapPx}px` };
  return (
    <div role="row" class="gallery-row" aria-rowindex={row + 1} style={style}>
      {boxesOf().map(({ widthPx }, column) => (
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
      ))}
    </div>
  );
}

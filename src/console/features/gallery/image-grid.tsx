import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { findActive } from './model/find-active.ts';
import { layOutLines, lineHeight, type GridRows } from './model/grid-rows.ts';
import { JustifiedRows } from './model/justified-rows.ts';
import { moveInGrid } from './model/move-in-grid.ts';
import { isPhone, rowTarget } from './model/stored-view.ts';
import { GridCell } from './grid-cell.tsx';
import { LineHeads, ListLine, LINE_COLUMNS } from './list-line.tsx';
import { indexOfCell, type ImageGridProps } from './image-grid-props.ts';
import { useListBox } from '../../widgets/use-list-box.ts';
import { useWindowRows } from '../../widgets/use-window-rows.ts';
import { useOverscan } from './use-overscan.ts';
import { usePresses } from './use-presses.ts';

/** A virtual grid with one tab stop (ARIA Authoring Practices, Grid Pattern). Shift and arrows select a range. */
export function ImageGrid(props: ImageGridProps) {
  const { items, mode, activeId, total } = props;
  const body = useRef<HTMLDivElement>(null);
  const { topPx, ...box } = useListBox(body);
  const { rows, targetPx, gapPx } = useRows(props, box);
  const found = useActive(props);
  const keptRow = found === -1 || rows.count === 0 ? -1 : rows.rowOf(found);
  const overscan = useOverscan(body, rows.count > 0, props.onImages);
  const { shown, range, isRushing } = useWindowRows({ rows, topPx, overscan, keptRow });
  const firstInSight = rows.firstOf(range?.startIndex ?? 0);
  const lastInSight = rows.firstOf((range?.endIndex ?? 0) + 1) - 1;
  const tabStop = found === -1 ? firstInSight : found;
  const focus = useKeptFocus(body, tabStop, props);
  usePlace(props, { topPx, rows, layoutOf: `${box.widthPx} ${targetPx} ${mode}` });
  const { onSight } = props;
  useLayoutEffect(() => {
    if (range !== null) onSight(firstInSight, lastInSight);
  }, [range === null, firstInSight, lastInSight, items.length, onSight]);

  const headRows = mode === 'list' ? 1 : 0;
  return (
    <div
      role="grid"
      class={`gallery-grid gallery-grid-${mode === 'list' ? 'list' : 'rows'}`}
      aria-label={props.label}
      aria-multiselectable="true"
      aria-busy={props.isBusy}
      aria-rowcount={total === items.length ? rows.count + headRows : -1}
      aria-colcount={mode === 'list' ? LINE_COLUMNS : undefined}
      data-selecting={props.isSelecting}
      {...usePresses(props)}
      onFocusIn={(event) => {
        const index = indexOfCell(event.target);
        const item = index === null ? undefined : items[index];
        focus.hold();
        if (item !== undefined && item.id !== activeId) props.onActivate(item.id);
      }}
      onFocusOut={focus.letGo}
      onKeyDown={(event) => {
        const index = indexOfCell(event.target);
        if (index === null) return;
        const isControl = event.ctrlKey || event.metaKey;
        // Not while rendering: reading it forces a layout.
        const pageRows = Math.max(1, Math.floor((innerHeight * 0.8) / targetPx));
        const next = moveInGrid(index, event.key, isControl, { rows, pageRows });
        const isDone = next === null ? runKey(props, event, index) : true;
        if (!isDone) return;
        event.preventDefault();
        const target = next === null ? undefined : items[next];
        if (next === null || target === undefined) return;
        if (event.shiftKey) props.onSelectTo(next);
        focus.moveOn();
        props.onActivate(target.id);
      }}
    >
      {mode === 'list' && <LineHeads />}
      <div
        ref={body}
        role="rowgroup"
        class="gallery-rows"
        style={{ height: `${rows.startOf(rows.count)}px` }}
      >
        {shown.map((row) => {
          const from = rows.firstOf(row);
          const place = { topPx: rows.startOf(row), heightPx: rows.heightOf(row) };
          const shared = { isRushing, selected: props.selected };
          return mode === 'list' ? (
            <ListLine
              key={row}
              {...shared}
              {...place}
              image={items[from]}
              index={from}
              isTabStop={from === tabStop}
            />
          ) : (
            <GridRow
              key={row}
              {...shared}
              {...place}
              row={row}
              rows={rows}
              items={items}
              gapPx={gapPx}
              targetPx={targetPx}
              tabStop={tabStop >= from && tabStop < rows.firstOf(row + 1) ? tabStop : -1}
            />
          );
        })}
      </div>
    </div>
  );
}

const GAP_PX = 4;
const PHONE_GAP_PX = 2;

interface Box {
  readonly widthPx: number;
  readonly remPx: number;
  readonly windowPx: number;
}

function useRows({ mode, items }: ImageGridProps, { widthPx, remPx, windowPx }: Box) {
  const isList = mode === 'list';
  const targetPx = isList ? lineHeight(windowPx, remPx) : rowTarget(mode, windowPx);
  const gapPx = isPhone(windowPx) ? PHONE_GAP_PX : GAP_PX;
  const justified = useMemo(
    () => new JustifiedRows({ widthPx, targetPx, gapPx }),
    [widthPx, targetPx, gapPx],
  );
  if (isList)
    return { rows: layOutLines(widthPx === 0 ? 0 : items.length, targetPx), targetPx, gapPx };
  if (widthPx > 0) justified.layOut(items);
  return { rows: justified, targetPx, gapPx };
}

/** The index of the active image. When it goes, the next one becomes active. */
function useActive({ items, activeId, onActivate }: ImageGridProps): number {
  const last = useRef(-1);
  last.current = findActive(items, activeId, last.current);
  const id = items[last.current]?.id;
  useLayoutEffect(() => {
    if (id !== undefined && id !== activeId) onActivate(id);
  }, [id, activeId]);
  return last.current;
}

/** Keeps the focus on the active image while the list changes, and scrolls to it when it moves. */
function useKeptFocus(
  body: RefObject<HTMLDivElement | null>,
  tabStop: number,
  { takesFocus, onFocusTaken }: ImageGridProps,
) {
  const isHeld = useRef(false);
  const isMoving = useRef(false);
  useLayoutEffect(() => {
    if (!isHeld.current && !takesFocus) return;
    const cell = body.current?.querySelector<HTMLElement>(`[data-index="${tabStop}"]`);
    if (cell === null || cell === undefined) return;
    if (takesFocus) {
      isHeld.current = document.activeElement?.matches('body, main') === true;
      onFocusTaken();
    }
    if (!isHeld.current) return;
    if (!cell.contains(document.activeElement)) cell.focus({ preventScroll: true });
    if (isMoving.current) cell.scrollIntoView({ block: 'nearest' });
    isMoving.current = false;
  });
  return {
    hold: () => {
      isHeld.current = true;
    },
    letGo: ({ target }: FocusEvent) => {
      // A removed cell has lost the focus to no other element.
      queueMicrotask(() => {
        const isElsewhere = body.current?.contains(document.activeElement) !== true;
        if (isElsewhere && target instanceof Node && target.isConnected) isHeld.current = false;
      });
    },
    moveOn: () => {
      isMoving.current = true;
    },
  };
}

interface Measures {
  readonly topPx: number;
  readonly rows: GridRows;
  /** Changes with the places of all rows. */
  readonly layoutOf: string;
}

function usePlace({ place, onPlace }: ImageGridProps, measures: Measures): void {
  const { topPx, rows, layoutOf } = measures;
  const isReady = rows.count > 0;
  const now = useRef(measures);
  now.current = measures;
  const isBack = useRef(true);
  useEffect(() => {
    // The browser restores an older position.
    history.scrollRestoration = 'manual';
    return () => {
      history.scrollRestoration = 'auto';
    };
  }, []);
  useLayoutEffect(() => {
    if (!isReady) return;
    if (isBack.current) window.scrollTo(0, 0);
    isBack.current = false;
    if (place.index > 0 || place.offsetPx > 0) {
      window.scrollTo(0, topPx + rows.startOf(rows.rowOf(place.index)) + place.offsetPx);
      // Browsers fire no scroll event if a frame ends where it began.
      window.dispatchEvent(new Event('scroll'));
    }
    const note = (): void => {
      const { topPx: top, rows: laidOut } = now.current;
      const scrolled = Math.max(0, window.scrollY - top);
      const row = laidOut.rowAt(scrolled);
      onPlace({ index: laidOut.firstOf(row), offsetPx: scrolled - laidOut.startOf(row) });
    };
    // Before rows change: reading it later would force a second layout.
    const options = { passive: true, capture: true };
    addEventListener('scroll', note, options);
    return () => removeEventListener('scroll', note, options);
    // When all rows change, the first image in sight stays in sight.
  }, [isReady, layoutOf]);
}

function runKey(props: ImageGridProps, event: KeyboardEvent, index: number): boolean {
  const { key } = event;
  const item = props.items[index];
  const isControl = event.ctrlKey || event.metaKey;
  if (item === undefined) return false;
  if (key === ' ' && event.shiftKey) props.onSelectTo(index);
  else if (key === ' ') props.onToggle(index);
  else if (key === 'Enter') props.onOpen(item.id);
  else if (key === 'Escape') props.onClear();
  // Many Mac keyboards have only Backspace.
  else if (key === 'Delete' || key === 'Backspace') props.onDelete();
  else if (isControl && key.toLowerCase() === 'a') props.onSelectAll();
  else if (!isControl && !event.altKey && key.toLowerCase() === 'c') props.onCopy(index);
  else return false;
  return true;
}

interface GridRowProps {
  readonly row: number;
  readonly rows: GridRows;
  readonly items: ImageGridProps['items'];
  readonly topPx: number;
  readonly heightPx: number;
  readonly gapPx: number;
  readonly targetPx: number;
  readonly selected: ReadonlySet<number>;
  readonly isRushing: boolean;
  /** -1 in another row. */
  readonly tabStop: number;
}

/** Renders once while the window scrolls: a list that has grown changes its last row alone. */
function GridRow(props: GridRowProps) {
  const { row, rows, items, topPx, heightPx, gapPx, targetPx, selected, isRushing, tabStop } =
    props;
  const [from, next] = [rows.firstOf(row), rows.firstOf(row + 1)];
  const cells = useMemo(
    () =>
      rows.boxesOf(row).map(({ widthPx }, column) => (
        <GridCell
          // Cells stay in place when an image before them goes, and so does the focus.
          // oxlint-disable-next-line react/no-array-index-key
          key={column}
          image={items[from + column]}
          index={from + column}
          column={column}
          widthPx={widthPx}
          targetPx={targetPx}
          selected={selected}
          isRushing={isRushing}
          isTabStop={from + column === tabStop}
        />
      )),
    [row, rows, items, from, next, heightPx, targetPx, selected, isRushing, tabStop],
  );
  const style = { transform: `translateY(${topPx}px)`, height: `${heightPx}px`, gap: `${gapPx}px` };
  return (
    <div role="row" class="gallery-row" aria-rowindex={row + 1} style={style}>
      {cells}
    </div>
  );
}

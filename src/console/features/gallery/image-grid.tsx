import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { findActive } from './model/find-active.ts';
import { isForBrowser, moveInGrid } from './model/move-in-grid.ts';
import { GridMonths } from './grid-months.tsx';
import { areLettersKeys } from '../../state/letter-keys.ts';
import { lazyComponent } from '../../widgets/lazy-component.tsx';
import { LineHeads, LINE_COLUMNS } from './list-line.tsx';
import { indexOfCell, type ImageGridProps } from './image-grid-props.ts';
import { moveOverHeads } from './move-over-heads.ts';
import { useFocusedPart } from '../../widgets/use-focused-part.ts';
import { useListBox } from '../../widgets/use-list-box.ts';
import { useWindowRows } from '../../widgets/use-window-rows.ts';
import { useOverscan } from './use-overscan.ts';
import { usePlace } from './use-place.ts';
import { usePresses } from './use-presses.ts';
import { useRows } from './use-rows.ts';

const Scrubber = lazyComponent(async () => (await import('./scrubber.tsx')).Scrubber);

/** A virtual grid with one tab stop (ARIA Authoring Practices, Grid Pattern). Shift and arrows select a range. */
export function ImageGrid(props: ImageGridProps) {
  const { items, mode, activeId } = props;
  const body = useRef<HTMLDivElement>(null);
  const { topPx, coveredPx, ...box } = useListBox(body);
  const { rows, targetPx, gapPx } = useRows(props, box);
  const found = useActive(props);
  const head = useFocusedPart('month');
  const keptRows = [
    found === -1 || rows.count === 0 ? -1 : rows.rowOf(found),
    rows.parts.find(({ section }) => section.month === head.part)?.firstRow ?? -1,
  ];
  const overscan = useOverscan(body, rows.count > 0, props.onImages);
  const { shown, range, isRushing } = useWindowRows({ rows, topPx, coveredPx, overscan, keptRows });
  const firstInSight = rows.firstOf(range?.startIndex ?? 0);
  const lastInSight = rows.firstOf((range?.endIndex ?? 0) + 1) - 1;
  const tabStop = found === -1 ? firstInSight : found;
  const focus = useKeptFocus(body, tabStop, props);
  usePlace(props, { topPx, coveredPx, rows, layoutOf: `${box.widthPx} ${targetPx} ${mode}` });
  const { onSight } = props;
  useLayoutEffect(() => {
    if (range !== null) onSight(firstInSight, lastInSight);
  }, [range === null, firstInSight, lastInSight, items.length, onSight]);

  const reach = useReach(props, focus.moveOn, (index) => topPx + rows.startOf(rows.rowOf(index)));

  const headRows = mode === 'list' ? 1 : 0;
  const columns = mode === 'list' ? LINE_COLUMNS : undefined;
  const grid = (
    <div
      role="grid"
      class={`gallery-grid gallery-grid-${mode === 'list' ? 'list' : 'rows'} ${props.isScrubbed ? 'gallery-scrubbed' : ''}`}
      aria-label={props.label}
      aria-multiselectable="true"
      aria-busy={props.isBusy}
      aria-rowcount={props.isWhole ? rows.count + headRows : -1}
      aria-colcount={columns}
      data-selecting={props.isSelecting}
      {...usePresses(props)}
      onFocusIn={(event) => {
        head.follow();
        const index = indexOfCell(event.target);
        if (index === null) return;
        const item = items.get(index);
        focus.hold();
        if (item !== undefined && item.id !== activeId) props.onActivate(item.id);
      }}
      onFocusOut={(event) => {
        focus.letGo(event);
        head.follow();
      }}
      onKeyDown={(event) => {
        if (isForBrowser(event)) return;
        const isOverHead = moveOverHeads(event, rows, (index) => {
          focus.hold();
          reach(index, false);
        });
        if (isOverHead) event.preventDefault();
        const index = indexOfCell(event.target);
        if (isOverHead || index === null) return;
        const isControl = event.ctrlKey || event.metaKey;
        // Not while rendering: reading it forces a layout.
        const pageRows = Math.max(1, Math.floor((innerHeight * 0.8) / targetPx));
        const next = moveInGrid(index, event.key, isControl, { rows, pageRows });
        const isDone = next === null ? runKey(props, event, index) : true;
        if (!isDone) return;
        event.preventDefault();
        if (next !== null) reach(next, event.shiftKey);
      }}
    >
      {mode === 'list' && <LineHeads />}
      <div ref={body} class="gallery-rows" style={{ height: `${rows.startOf(rows.count)}px` }}>
        <GridMonths
          isList={mode === 'list'}
          rows={rows}
          shown={shown}
          rowsBefore={headRows}
          selected={props.selected}
          pathOf={props.pathOf}
          isRushing={isRushing}
          gapPx={gapPx}
          targetPx={targetPx}
          tabStop={tabStop}
        />
      </div>
    </div>
  );
  return (
    <>
      {grid}
      {/* Not before the first images. */}
      {props.isScrubbed && overscan > 0 && rows.parts.length > 1 && (
        <Scrubber parts={rows.parts} heightPx={rows.startOf(rows.count)} topPx={topPx} />
      )}
    </>
  );
}

/** The index of the active image. When it goes, the next one becomes active. */
function useActive({ items, activeId, onActivate }: ImageGridProps): number {
  const last = useRef(-1);
  last.current = findActive(items, activeId, last.current);
  const id = items.get(last.current)?.id;
  useLayoutEffect(() => {
    if (id !== undefined && id !== activeId) onActivate(id);
  }, [id, activeId]);
  return last.current;
}

/** Makes an image active, once it is loaded: the window scrolls there meanwhile. */
function useReach(
  { items, onActivate, onSelectTo }: ImageGridProps,
  moveOn: () => void,
  topOf: (index: number) => number,
): (index: number, isSelecting: boolean) => void {
  const awaited = useRef<{ index: number; isSelecting: boolean } | null>(null);
  const reach = (index: number, isSelecting: boolean): void => {
    const item = items.get(index);
    awaited.current = item === undefined ? { index, isSelecting } : null;
    if (item === undefined) {
      window.scrollTo(0, topOf(index) - innerHeight / 2);
      return;
    }
    if (isSelecting) onSelectTo(index);
    moveOn();
    onActivate(item.id);
  };
  useLayoutEffect(() => {
    if (awaited.current === null) return;
    // Months may have turned out shorter.
    const index = Math.min(awaited.current.index, items.length - 1);
    if (items.get(index) !== undefined) reach(index, awaited.current.isSelecting);
  });
  return reach;
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
        const isElsewhere = indexOfCell(document.activeElement) === null;
        if (isElsewhere && target instanceof Node && target.isConnected) isHeld.current = false;
      });
    },
    moveOn: () => {
      isMoving.current = true;
    },
  };
}

function runKey(props: ImageGridProps, event: KeyboardEvent, index: number): boolean {
  const { key } = event;
  const item = props.items.get(index);
  const isControl = event.ctrlKey || event.metaKey;
  if (item === undefined) return false;
  if (key === ' ' && event.shiftKey) props.onSelectTo(index);
  else if (key === ' ') props.onToggle(index);
  else if (key === 'Enter') props.onOpen(item.id);
  else if (key === 'Escape') props.onClear();
  // Many Mac keyboards have only Backspace.
  else if (key === 'Delete' || key === 'Backspace') props.onDelete();
  else if (isControl && key.toLowerCase() === 'a') props.onSelectAll();
  else if (areLettersKeys.peek() && !isControl && key.toLowerCase() === 'c') props.onCopy(index);
  else return false;
  return true;
}

import type { ListedImage, ListedSection } from './model/listed-image.ts';
import type { SparseList } from './model/sparse-list.ts';
import type { ViewMode } from './model/stored-view.ts';

export interface ImageGridProps {
  readonly label: string;
  readonly items: SparseList<ListedImage>;
  readonly sections: readonly ListedSection[];
  /** Whether all images are loaded. */
  readonly isWhole: boolean;
  /** Whether there are months enough for a scrubber. */
  readonly isScrubbed: boolean;
  readonly mode: ViewMode;
  readonly selected: ReadonlySet<number>;
  readonly isSelecting: boolean;
  readonly activeId: number | null;
  readonly isBusy: boolean;
  /** Whether the active image is to get the focus, unless something else has it. */
  readonly takesFocus: boolean;
  readonly onFocusTaken: () => void;
  /** The saved scroll position: the first image in sight, and how far its row was above the edge. */
  readonly place: { readonly index: number; readonly offsetPx: number };
  /** The address that a cell links to; always the same function. */
  readonly pathOf: (id: number) => string;
  readonly onActivate: (id: number) => void;
  readonly onOpen: (id: number) => void;
  readonly onToggle: (index: number) => void;
  readonly onSelectTo: (index: number) => void;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
  readonly onDelete: () => void;
  /** Copies the link of an image. */
  readonly onCopy: (index: number) => void;
  /** Called once the first images in sight have loaded, or the window was scrolled. */
  readonly onImages: () => void;
  readonly onSight: (first: number, last: number) => void;
  readonly onPlace: (place: { readonly index: number; readonly offsetPx: number }) => void;
}

export function indexOfCell(target: EventTarget | null): number | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return cell === null ? null : Number(cell.dataset['index']);
}

import type { ListedImage } from './model/image-list.ts';
import type { ViewMode } from './model/view-mode.ts';

export interface ImageGridProps {
  readonly label: string;
  readonly items: readonly ListedImage[];
  /** How many images there are, of which `items` are the first; null while nobody knows. */
  readonly total: number | null;
  readonly mode: ViewMode;
  readonly selected: ReadonlySet<number>;
  /** Whether a press selects instead of opening. */
  readonly isSelecting: boolean;
  readonly activeId: number | null;
  readonly isBusy: boolean;
  /** Where the list was left: the first image in sight, and how far its row was above the edge. */
  readonly place: { readonly index: number; readonly offsetPx: number };
  readonly onActivate: (id: number) => void;
  readonly onOpen: (id: number) => void;
  readonly onToggle: (index: number) => void;
  readonly onSelectTo: (index: number) => void;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
  readonly onDelete: () => void;
  /** Hears that the pictures that were in sight at first are there, or that the window was scrolled. */
  readonly onPictures: () => void;
  /** Hears of the images in sight, first and last, whenever they are others. */
  readonly onSight: (first: number, last: number) => void;
  readonly onPlace: (place: { readonly index: number; readonly offsetPx: number }) => void;
}

/** The index of the image that an element belongs to. */
export function indexOfCell(target: EventTarget | null): number | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return cell === null ? null : Number(cell.dataset['index']);
}

import { PAGES } from '../../../../shared/pages.ts';
import { toAddress } from './gallery-query.ts';
import { activeId, list, listed, place, shownQuery, sight, total } from './gallery-state.ts';
import type { ImageList } from './image-list.ts';
import { imagePath } from './image-path.ts';
import type { ListedImage } from './listed-image.ts';
import type { SparseList } from './sparse-list.ts';

/** A list that the viewer steps through, and the page with its grid, to which the viewer leads back. */
export interface Walk {
  readonly list: ImageList;
  /** Of `list`; renders again when they change. */
  readonly items: SparseList<ListedImage>;
  /** Null while it is unknown. */
  readonly total: number | null;
  /** To find an image that is not loaded, images are read up to this count. */
  readonly searchedCount: number;
  /** The address of an image within the walk. */
  readonly pathOf: (id: number) => string;
  /** The address of the page with the grid. */
  readonly addressOf: (isListed: boolean) => string;
  /** Makes an image the active one of the grid. */
  readonly activate: (id: number) => void;
  /** Of the grid. */
  readonly place: { index: number; offsetPx: number };
  readonly sight: { first: number; last: number };
}

export const GALLERY_WALK: Walk = {
  get list() {
    return list.peek();
  },
  get items() {
    return listed.value.items;
  },
  get total() {
    return total.value;
  },
  searchedCount: 0,
  pathOf: (id) => imagePath(id),
  addressOf: (isListed) => (isListed ? toAddress(shownQuery.value) : PAGES.gallery),
  activate: (id) => {
    activeId.value = id;
  },
  get place() {
    return place.peek();
  },
  get sight() {
    return sight.peek();
  },
};

/** Images to read before and after the shown one. */
const NEAR_IMAGES = 20;
const ABOVE_PX = 96;

export function readNear({ list: walked }: Walk, index: number): void {
  // Another list is loading, and this image's place in it is unknown.
  const { isOutdated, error } = walked;
  if (isOutdated) return;
  walked.want({ before: index - NEAR_IMAGES, first: index, last: index + NEAR_IMAGES });
  if (error !== null) walked.retry();
}

/** Reads the next page of a list without months, to find an image. */
export function readOn({ list: walked, searchedCount }: Walk): void {
  const { length } = walked.items;
  if (walked.isOutdated || !walked.hasMore || length >= searchedCount) return;
  walked.want({ before: length, first: length, last: length });
}

export function noteStep(walk: Walk, index: number, id: number): void {
  walk.activate(id);
  const { first, last } = walk.sight;
  if (index < first || index > last) {
    Object.assign(walk.place, { index, offsetPx: -ABOVE_PX });
    Object.assign(walk.sight, { first: index, last: index });
  }
}

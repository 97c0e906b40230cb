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

import { batch, signal, type ReadonlySignal } from '@preact/signals';
import { changeAlbum, listAlbumImages, readAlbum } from '../../../api/albums.ts';
import type { Album } from '../../../api/types.ts';
import { watchImages } from '../../../state/image-changes.ts';
import { perUser } from '../../../state/per-user.ts';
import { albumPath } from '../../album-choice/model/album-path.ts';
import { PAGE_IMAGES } from '../../gallery/model/gallery-query.ts';
import type { Wanted } from '../../gallery/model/find-next-section.ts';
import { ImageList, type ListSource } from '../../gallery/model/image-list.ts';
import { imagePath } from '../../gallery/model/image-path.ts';
import { isReturning } from '../../gallery/model/is-returning.ts';
import { followJobs } from '../../gallery/model/job-lists.ts';
import { deselect } from '../../gallery/model/selection.ts';
import type { Walk } from '../../gallery/model/walk.ts';
import { AlbumSelecting, NO_MONTH } from './album-selecting.ts';
import { MoveQueue } from './move-queue.ts';

/** Images to read after those in sight. */
const AHEAD_IMAGES = 60;

/** An address may name an image that is not in the album: the search for it ends after 20 pages. */
const SEARCHED_IMAGES = 20 * PAGE_IMAGES;

/** The images of an album in its order. They outlive its page: the viewer steps through them, and leads back. */
export class AlbumWalk implements Walk {
  readonly albumId: number;
  readonly list: ImageList;
  readonly searchedCount = SEARCHED_IMAGES;
  readonly place = { index: 0, offsetPx: 0 };
  readonly sight = { first: 0, last: 0 };
  readonly activeId = signal<number | null>(null);
  readonly selecting: AlbumSelecting;
  /** Whether its order is being changed. */
  readonly isReordering = signal(false);
  readonly moves: MoveQueue;
  readonly #album = signal<Album | null>(null);
  readonly #version = signal(0);
  readonly #source: ListSource;
  /** The pages that show it. */
  #users = 0;
  #endFollowing = (): void => undefined;

  constructor(albumId: number) {
    this.albumId = albumId;
    this.#source = {
      readPage: ({ cursor }, abort) =>
        listAlbumImages(albumId, { cursor, limit: PAGE_IMAGES }, abort),
      monthOf: () => NO_MONTH,
      isOldestFirst: false,
    };
    const changed = (): void => {
      this.#version.value = this.#version.peek() + 1;
    };
    this.list = new ImageList(this.#source, changed, () => false);
    this.selecting = new AlbumSelecting(this.list);
    this.moves = new MoveQueue(this);
  }

  /** As it was read last. */
  get album(): ReadonlySignal<Album | null> {
    return this.#album;
  }

  get isShown(): boolean {
    return this.#users > 0;
  }

  get items() {
    void this.#version.value;
    return this.list.items;
  }

  get total(): number | null {
    const { length } = this.items;
    if (!this.list.hasMore) return length;
    const count = this.#album.value?.image_count ?? null;
    return count === null ? null : Math.max(count, length);
  }

  readonly pathOf = (id: number): string => imagePath(id, this.albumId);

  readonly addressOf = (): string => albumPath(this.albumId);

  readonly activate = (id: number): void => {
    this.activeId.value = id;
  };

  /** Reads while a page shows it. Returns the function that ends it. */
  show(): () => void {
    this.#users += 1;
    if (this.#users === 1) this.#follow();
    this.list.retry();
    return () => {
      this.#users -= 1;
      if (this.#users > 0) return;
      this.list.pause();
      this.#endFollowing();
    };
  }

  /** Reads the images in sight, by their indices, and those after them. */
  see(first: number, last: number): void {
    Object.assign(this.sight, { first, last });
    this.list.want(this.#wanted);
  }

  /** Reads again, as far as the images in sight, after the moves that wait. */
  reload(): void {
    this.moves.reload();
  }

  restart(): void {
    this.list.restart(this.#source, this.#wanted);
  }

  /** After the moves that wait. @throws {ApiError | ConnectionError} */
  async reorder(order: Album['order']): Promise<void> {
    this.isReordering.value = true;
    try {
      await this.moves.settled;
      this.take(await changeAlbum(this.albumId, { order }));
    } finally {
      this.isReordering.value = false;
    }
  }

  get #wanted(): Wanted {
    const { first, last } = this.sight;
    return { before: 0, first, last: last + AHEAD_IMAGES };
  }

  /** Reads the album's own data. */
  async read(abort?: AbortSignal): Promise<void> {
    this.take(await readAlbum(this.albumId, abort));
  }

  /** Another order is another list: no key acts on the old one. */
  take(album: Album): void {
    const known = this.#album.peek();
    batch(() => {
      this.#album.value = album;
      if (known !== null && known.order !== album.order) this.list.restart(this.#source);
    });
  }

  #follow(): void {
    const ends = [
      followJobs(this.list),
      watchImages(({ changed, gone, albums }) => {
        if (gone !== undefined) this.#remove(gone);
        if (changed !== undefined) this.list.update(changed);
        if (albums?.includes(this.albumId) !== true) return;
        this.reload();
        // The next visit counts them, if this call fails.
        this.read().catch(() => undefined);
      }),
    ];
    this.#endFollowing = () => ends.forEach((end) => end());
  }

  #remove(gone: readonly number[]): void {
    const count = gone.filter((id) => this.list.has(id)).length;
    const album = this.#album.peek();
    this.list.remove(new Set(gone));
    const { selection } = this.selecting;
    selection.value = deselect(selection.peek(), new Set(gone));
    if (album !== null && count > 0) {
      this.#album.value = { ...album, image_count: Math.max(0, album.image_count - count) };
    }
  }
}

/** The album that was opened last. */
const opened = perUser<AlbumWalk | null>(() => null);

/** For the album's page: another one, unless the viewer leads back to it. */
export function openAlbum(albumId: number): AlbumWalk {
  const known = opened.peek();
  const isKept = known?.albumId === albumId && (known.isShown || isReturning.peek());
  return isKept ? known : (opened.value = new AlbumWalk(albumId));
}

/** For the viewer; after a reload of its page, another one. */
export function walkAlbum(albumId: number): AlbumWalk {
  const known = opened.peek();
  return known?.albumId === albumId ? known : (opened.value = new AlbumWalk(albumId));
}

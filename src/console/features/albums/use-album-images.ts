import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { listAlbumImages } from '../../api/albums.ts';
import { watchImages } from '../../state/image-changes.ts';
import { ImageList, type ListSource } from '../gallery/model/image-list.ts';
import { PAGE_IMAGES } from '../gallery/model/gallery-query.ts';

const AHEAD_IMAGES = 60;

export interface AlbumImageList {
  readonly list: ImageList;
  /** Reads again, as far as the images in sight. */
  readonly reload: () => void;
  readonly onSight: (first: number, last: number) => void;
}

/** The images of an album in its order; another `order` is another list. */
export function useAlbumImages(
  albumId: number,
  order: string,
  onAdded: () => void,
): AlbumImageList {
  const version = useSignal(0);
  const found = useMemo(() => {
    const source: ListSource = {
      readPage: ({ cursor }, signal) =>
        listAlbumImages(albumId, { cursor, limit: PAGE_IMAGES }, signal),
      monthOf: () => '',
      isOldestFirst: false,
    };
    const list = new ImageList(
      source,
      () => (version.value = version.peek() + 1),
      () => false,
    );
    return { source, list };
  }, [albumId]);
  const sight = useRef({ before: 0, first: 0, last: 0 });
  const { list, source } = found;
  const actions = useMemo(
    () => ({
      reload: () => list.restart(source, sight.current),
      onSight: (first: number, last: number) => {
        sight.current = { before: 0, first, last: last + AHEAD_IMAGES };
        list.want(sight.current);
      },
    }),
    [list, source],
  );
  useEffect(() => {
    list.restart(source);
    return () => list.pause();
  }, [list, source, order]);
  useEffect(
    () =>
      watchImages(({ changed, gone, albums }) => {
        if (gone !== undefined) list.remove(new Set(gone));
        if (changed !== undefined) list.update(changed);
        if (albums?.includes(albumId) !== true) return;
        actions.reload();
        onAdded();
      }),
    [albumId, list, actions, onAdded],
  );
  // Renders again when the list changes.
  void version.value;
  return { list, ...actions };
}

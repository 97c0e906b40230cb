import { useLocation } from 'preact-iso/router';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { ApiError } from '../../../client/errors.ts';
import { NOT_FOUND } from '../../../shared/error-codes.ts';
import { PAGES, readId } from '../../../shared/pages.ts';
import { readAlbum } from '../../api/albums.ts';
import type { Album } from '../../api/types.ts';
import { useResource } from '../../state/resource.ts';
import { uploadText } from '../../text/upload.ts';
import { showToast } from '../../widgets/toast.tsx';
import { ALBUM_PARAMETER, withAlbum } from '../album-choice/model/album-path.ts';
import { pageAlbum } from './model/page-album.ts';

interface PageAlbum {
  /** Null for none, undefined until it is read. */
  readonly album: Album | null | undefined;
  readonly choose: (album: Album | null) => void;
}

/** The album of this page's files. The address names it: it survives a reload, and ends with the page. */
export function usePageAlbum(): PageAlbum {
  const { query, route } = useLocation();
  const asked = readId(query[ALBUM_PARAMETER]);
  useLayoutEffect(() => {
    pageAlbum.value = asked;
    return () => {
      pageAlbum.value = null;
    };
  }, [asked]);
  const id = pageAlbum.value;
  const { value, error, set } = useResource(
    async (signal) => (id === null ? null : readAlbum(id, signal)),
    id,
  );
  const choose = (album: Album | null): void => {
    if (album !== null) set(album);
    pageAlbum.value = album?.id ?? null;
    route(withAlbum(PAGES.upload, pageAlbum.peek()), true);
  };
  const isGone = error.value instanceof ApiError && error.value.code === NOT_FOUND;
  useEffect(() => {
    if (!isGone) return;
    choose(null);
    showToast({ kind: 'failure', message: uploadText.peek().albumGone });
  }, [isGone]);
  if (id === null) return { album: null, choose };
  return { album: value.value?.id === id ? value.value : undefined, choose };
}

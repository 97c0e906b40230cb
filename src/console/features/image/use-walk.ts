import { useEffect, useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { readId } from '../../../shared/pages.ts';
import { useResource } from '../../state/resource.ts';
import { ALBUM_PARAMETER } from '../album-choice/model/album-path.ts';
import { walkAlbum } from '../albums/model/album-walk.ts';
import { GALLERY_WALK, type Walk } from '../gallery/model/walk.ts';
import { isMissing } from './is-missing.ts';

/** The images around the shown one: those of the album in the address, or the gallery's if the person has none such. */
export function useWalk(): Walk {
  const albumId = readId(useLocation().query[ALBUM_PARAMETER]);
  const walk = useMemo(() => (albumId === null ? null : walkAlbum(albumId)), [albumId]);
  const { error } = useResource(async (abort) => {
    if (walk?.album.peek() === null) await walk.read(abort);
  }, walk);
  useEffect(() => walk?.show(), [walk]);
  return walk === null || isMissing(error.value) ? GALLERY_WALK : walk;
}

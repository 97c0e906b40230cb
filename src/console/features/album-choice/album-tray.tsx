import './album-tray.css';
import { useEffect } from 'preact/hooks';
import { formatNumber } from '../../state/format.ts';
import { albumChoiceText } from '../../text/album-choice.ts';
import { Icon } from '../../widgets/icon.tsx';
import { readTray, trayAlbums, trayPoint, trayTarget } from './model/album-tray.ts';
import { PLUS } from '../../widgets/rare-icons.ts';

/** Beside the mouse. */
const BADGE_PX = 14;

/** The newest albums, for images that are dragged by the mouse. The keyboard has “Add to album”. */
export function AlbumTray({ count }: { readonly count: number }) {
  const words = albumChoiceText.value;
  useEffect(() => void readTray(), []);
  const target = trayTarget.value;
  return (
    <div class="album-tray" aria-hidden="true">
      <p>{words.tray}</p>
      {trayAlbums.value.map((album) => (
        <p
          key={album.id}
          class="album-tray-target"
          data-album={album.id}
          data-over={target !== 'other' && target?.id === album.id}
        >
          <Icon name="albums" />
          <span>{album.title}</span>
        </p>
      ))}
      <p class="album-tray-target" data-album="other" data-over={target === 'other'}>
        <Icon name={PLUS} />
        <span>{words.otherAlbum}</span>
      </p>
      <Badge count={count} />
    </div>
  );
}

function Badge({ count }: { readonly count: number }) {
  const point = trayPoint.value;
  if (point === null) return null;
  const { x, y } = point;
  return (
    <p
      class="album-tray-badge"
      style={{ transform: `translate(${x + BADGE_PX}px, ${y + BADGE_PX}px)` }}
    >
      {albumChoiceText.value.images(count, formatNumber(count))}
    </p>
  );
}

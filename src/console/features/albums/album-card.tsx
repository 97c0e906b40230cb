import { useMemo, useState } from 'preact/hooks';
import { drawThumbHash } from '../../../shared/draw-thumb-hash.ts';
import { THUMBNAIL_MAX_WIDTH } from '../../../shared/rendition-widths.ts';
import type { Album } from '../../api/types.ts';
import { formatNumber } from '../../state/format.ts';
import { albumText } from '../../text/album-pages.ts';
import { Icon } from '../../widgets/icon.tsx';
import { albumPath } from '../album-choice/model/album-path.ts';

/** The square exists of pipeline 2 alone. */
const COVER_SIZES = ['square', THUMBNAIL_MAX_WIDTH] as const;

export function AlbumCard({ album }: { readonly album: Album }) {
  const words = albumText.value;
  const { id, title, visibility, image_count: count, cover } = album;
  const shown = words.photos(count, formatNumber(count));
  return (
    <li class="album-card">
      <a href={albumPath(id)}>
        {cover === null ? (
          <span class="album-cover album-cover-none">
            <Icon name="albums" />
          </span>
        ) : (
          <Cover key={cover.image_id} cover={cover} />
        )}
        <span class="album-card-title">{title}</span>
      </a>
      <p class="albums-soft">
        {shown} · {words.visibility[visibility]}
      </p>
    </li>
  );
}

function Cover({ cover }: { readonly cover: NonNullable<Album['cover']> }) {
  const { image_id: id, thumb_hash: hash } = cover;
  const blur = useMemo(() => drawThumbHash(hash), [hash]);
  const [tried, setTried] = useState(0);
  const size = COVER_SIZES[tried];
  return (
    <span class="album-cover" style={blur === null ? {} : { backgroundImage: `url(${blur.url})` }}>
      {size !== undefined && (
        <img
          src={`/api/v1/images/${String(id)}/preview?size=${String(size)}`}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setTried(tried + 1)}
        />
      )}
    </span>
  );
}

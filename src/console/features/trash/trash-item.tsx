import { useMemo, useState } from 'preact/hooks';
import { DAY_MS } from '../../../shared/clock.ts';
import { drawThumbHash } from '../../../shared/draw-thumb-hash.ts';
import type { TrashedImage } from '../../api/types.ts';
import { formatNumber } from '../../state/format.ts';
import { trashText } from '../../text/trash.ts';
import { Button } from '../../widgets/button.tsx';
import { FileName } from '../../widgets/file-name.tsx';

interface ItemProps {
  readonly image: TrashedImage;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
  /** Null for an account that may change nothing. */
  readonly onRestore: (() => void) | null;
}

export function TrashItem({ image, isSelected, onSelect, onRestore }: ItemProps) {
  const { id, title, filename, thumb_hash: hash, erase_due_at: end } = image;
  const days = Math.ceil((Date.parse(end) - Date.now()) / DAY_MS);
  const name = title.trim() || filename;
  const blur = useMemo(() => drawThumbHash(hash), [hash]);
  const [isBroken, setBroken] = useState(false);
  return (
    <li class="trash-item">
      <label>
        <span
          class="trash-picture"
          style={blur === null ? {} : { backgroundImage: `url(${blur.url})` }}
        >
          {!isBroken && (
            <img
              src={`/api/v1/trash/${String(id)}/preview`}
              alt=""
              loading="lazy"
              decoding="async"
              onError={() => setBroken(true)}
            />
          )}
        </span>
        <span class="trash-name">
          <input
            type="checkbox"
            checked={isSelected}
            onChange={(event) => onSelect(event.currentTarget.checked)}
          />
          <FileName name={name} />
        </span>
      </label>
      <p class="trash-soft">{trashText.value.daysLeft(days, formatNumber(days))}</p>
      {onRestore !== null && (
        <Button kind="quiet" aria-label={trashText.value.restoreNamed(name)} onClick={onRestore}>
          {trashText.value.restore}
        </Button>
      )}
    </li>
  );
}

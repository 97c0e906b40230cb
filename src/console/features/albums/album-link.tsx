import type { Album, AlbumChange } from '../../api/types.ts';
import { albumText } from '../../text/album-pages.ts';
import { Button } from '../../widgets/button.tsx';
import { CopyField } from '../../widgets/copy-field.tsx';
import { FieldFrame } from '../../widgets/field.tsx';
import { dayOf, endOfDay } from './days.ts';

/** Everywhere before the year 10,000, which the API does not take. */
const LAST_DAY = '9999-12-30';

interface LinkProps {
  readonly album: Album;
  readonly onChange: (change: AlbumChange) => void;
  readonly onReplace: () => void;
}

/** Nothing while the album is private. */
export function AlbumLink({ album, onChange, onReplace }: LinkProps) {
  const words = albumText.value;
  const { url, expires_at: end } = album;
  if (url === null) return null;
  return (
    <>
      <CopyField
        className="album-link"
        label={words.link}
        value={url}
        copyName={words.copyLink}
        isWorded
      />
      <FieldFrame label={words.endDate} hint={words.endHint}>
        {(attributes) => (
          <input
            {...attributes}
            type="date"
            min={dayOf(new Date())}
            max={LAST_DAY}
            value={end === null ? '' : dayOf(new Date(end))}
            onChange={({ currentTarget: { value, validity } }) => {
              // A year that is being typed is long past, or has five digits.
              if (!validity.valid) return;
              onChange({ expires_at: value === '' ? null : endOfDay(value) });
            }}
          />
        )}
      </FieldFrame>
      <Button kind="quiet" icon="link" onClick={onReplace}>
        {words.replaceLink}
      </Button>
    </>
  );
}

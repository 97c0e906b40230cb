import type { Signal } from '@preact/signals';
import type { Album } from '../../api/types.ts';
import { formatNumber } from '../../state/format.ts';
import { albumChoiceText } from '../../text/album-choice.ts';
import { Button } from '../../widgets/button.tsx';
import { TextField } from '../../widgets/field.tsx';
import { ActionError } from '../../widgets/use-action.tsx';
import { useTypedSearch } from '../../widgets/use-typed-search.ts';
import type { AlbumChoices } from './model/album-choices.ts';

/** From so many on, a search is offered. */
const MANY = 8;

/** New: an album to be made. */
export type Chosen = Album | 'new' | 'none';

interface AlbumListProps {
  readonly choices: AlbumChoices;
  readonly chosen: Signal<Chosen>;
  /** The label of a choice of none. */
  readonly none?: string;
}

export function AlbumList({ choices, chosen, none }: AlbumListProps) {
  const words = albumChoiceText.value;
  const { typed, onText } = useTypedSearch(choices.term.value, (term) => void choices.search(term));
  const picked = typeof chosen.value === 'string' ? null : chosen.value;
  const found = choices.albums.value;
  const isPicked = ({ id }: Album): boolean => id === picked?.id;
  // It may stand on a page that is not read, or not match.
  const shown = picked === null || found.some(isPicked) ? found : [picked, ...found];
  const count = choices.count.value;
  const isReading = choices.isReading.value;
  return (
    <>
      {count >= MANY && (
        <TextField type="search" label={words.search} value={typed} onText={onText} />
      )}
      <fieldset class="album-choices" aria-busy={isReading}>
        <legend class="visually-hidden">{words.albums}</legend>
        {none !== undefined && (
          <Choice
            label={none}
            isChosen={chosen.value === 'none'}
            onChoose={() => (chosen.value = 'none')}
          />
        )}
        <Choice
          label={words.newAlbum}
          isChosen={chosen.value === 'new'}
          onChoose={() => (chosen.value = 'new')}
        />
        {shown.map((album) => (
          <Choice
            key={album.id}
            label={album.title}
            count={album.image_count}
            isChosen={isPicked(album)}
            onChoose={() => (chosen.value = album)}
          />
        ))}
      </fieldset>
      {count > 0 && shown.length === 0 && !isReading && <p>{words.noMatch}</p>}
      {choices.hasMore.value && !isReading && (choices.error.value !== null || count > 0) && (
        <Button onClick={() => void choices.read()}>{words.more}</Button>
      )}
      <ActionError error={choices.error.value} />
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly count?: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Choice({ label, count, isChosen, onChoose }: ChoiceProps) {
  return (
    <label class="album-choice">
      <input type="radio" name="album" checked={isChosen} onChange={onChoose} />
      <span>{label}</span>
      {count !== undefined && (
        <span class="album-choice-count">
          {albumChoiceText.value.images(count, formatNumber(count))}
        </span>
      )}
    </label>
  );
}

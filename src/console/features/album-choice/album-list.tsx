import { useSignal, type Signal } from '@preact/signals';
import type { Album } from '../../api/types.ts';
import { formatNumber } from '../../state/format.ts';
import { albumChoiceText } from '../../text/album-choice.ts';
import { Button } from '../../widgets/button.tsx';
import { TextField } from '../../widgets/field.tsx';
import { ActionError } from '../../widgets/use-action.tsx';
import type { AlbumChoices } from './model/album-choices.ts';

/** From so many on, a search is offered. */
const MANY = 8;
/** More rows would make the dialog slow; a search finds the others. */
const SHOWN_MAX = 500;

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
  const search = useSignal('');
  const picked = typeof chosen.value === 'string' ? null : chosen.value;
  const known = choices.albums.value;
  // It may stand on a page that is not read.
  const isPicked = ({ id }: Album): boolean => id === picked?.id;
  const all = picked === null || known.some(isPicked) ? known : [picked, ...known];
  const wanted = search.value.trim().toLocaleLowerCase();
  const found = all.filter(
    (album) => album.title.toLocaleLowerCase().includes(wanted) || isPicked(album),
  );
  const isSearchable = all.length >= MANY;
  const mayReadMore = choices.hasMore.value && !choices.isReading.value;
  return (
    <>
      {isSearchable && (
        <TextField
          type="search"
          label={words.search}
          value={search.value}
          onText={(text) => {
            search.value = text;
            if (text.trim() !== '' && choices.hasMore.peek()) void choices.read('all');
          }}
        />
      )}
      <fieldset class="album-choices" aria-busy={choices.isReading.value}>
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
        {found.slice(0, SHOWN_MAX).map((album) => (
          <Choice
            key={album.id}
            label={album.title}
            count={album.image_count}
            isChosen={isPicked(album)}
            onChoose={() => (chosen.value = album)}
          />
        ))}
      </fieldset>
      {all.length > 0 && found.length === 0 && !choices.isReading.value && <p>{words.noMatch}</p>}
      {mayReadMore && (choices.error.value !== null || all.length > 0) && (
        <Button onClick={() => void choices.read('page')}>{words.more}</Button>
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

import { useEffect } from 'preact/hooks';
import { adminText } from '../../../text/admin.ts';
import { SelectField, TextField } from '../../../widgets/field.tsx';
import { useTypedSearch } from '../../../widgets/use-typed-search.ts';
import { PersonField } from '../audit/person-field.tsx';
import type { ImageChoice } from '../model/image-choice.ts';
import { learnNames, nameOfUser } from '../model/user-names.ts';
import { HashField } from './hash-field.tsx';

interface FiltersProps {
  readonly choice: ImageChoice;
  readonly onChoose: (choice: ImageChoice) => void;
}

/** One filter at a time, as the API takes it. */
export function ImageFilters({ choice, onChoose }: FiltersProps) {
  const { images } = adminText.value;
  return (
    <div class="admin-filters">
      <SelectField
        label={images.filter}
        value={choice.filter}
        options={images.filters}
        onValue={(filter) => onChoose({ filter, value: '' })}
      />
      <Filter choice={choice} onChoose={onChoose} />
    </div>
  );
}

function Filter({ choice, onChoose }: FiltersProps) {
  const { images } = adminText.value;
  const { filter, value } = choice;
  const id = filter === 'user' ? Number(value) : 0;
  useEffect(() => {
    if (id > 0) void learnNames([id]);
  }, [id]);
  const choose = (next: string): void => onChoose({ filter, value: next });
  const { typed, onText } = useTypedSearch(value, choose);
  if (filter === 'all') return null;
  if (filter === 'hash') return <HashField value={value} onChoose={choose} />;
  if (filter === 'link') return <TextField label={images.link} value={typed} onText={onText} />;
  return <PersonField chosenName={id > 0 ? nameOfUser(id) : null} onChoose={choose} />;
}

import { adminText } from '../../../text/admin.ts';
import { SelectField, TextField } from '../../../widgets/field.tsx';
import { useTypedSearch } from '../../../widgets/use-typed-search.ts';
import type { UserChoice } from '../model/user-choice.ts';

interface UserFiltersProps {
  readonly choice: UserChoice;
  readonly onChoose: (choice: UserChoice) => void;
}

/** Each change begins with the first page. */
export function UserFilters({ choice, onChoose }: UserFiltersProps) {
  const { users } = adminText.value;
  const choose = (changed: Partial<UserChoice>): void =>
    onChoose({ ...choice, ...changed, page: 1 });
  const { typed, onText } = useTypedSearch(choice.search, (search) => choose({ search }));
  return (
    <div class="admin-filters">
      <TextField
        label={users.search}
        type="search"
        value={typed}
        hint={users.searchHint}
        onText={onText}
      />
      <SelectField
        label={users.status}
        value={choice.status}
        options={{ '': users.anyStatus, ...users.statuses }}
        onValue={(status) => choose({ status })}
      />
      <SelectField
        label={users.sort}
        value={choice.sort}
        options={users.sorts}
        onValue={(sort) => choose({ sort })}
      />
    </div>
  );
}

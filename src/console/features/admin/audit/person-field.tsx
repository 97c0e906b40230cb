import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api, call } from '../../../api/client.ts';
import { explainError } from '../../../state/explain-error.ts';
import { adminText } from '../../../text/admin.ts';
import { useResource } from '../../../state/resource.ts';
import { Combobox } from '../../../widgets/combobox.tsx';

interface PersonFieldProps {
  /** The name of the chosen user, once known. */
  readonly chosenName: string | null;
  readonly onChoose: (id: string) => void;
}

const SUGGESTIONS = 10;
const TYPING_MS = 200;

export function PersonField({ chosenName, onChoose }: PersonFieldProps) {
  const { audit } = adminText.value;
  const typed = useSignal(chosenName ?? '');
  const search = useSignal(typed.value);
  useEffect(() => {
    if (chosenName !== null) typed.value = chosenName;
  }, [chosenName, typed]);
  useEffect(() => {
    const timer = setTimeout(() => {
      search.value = typed.value.trim();
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed.value, search]);
  const found = useResource(async (signal) => {
    const asked = search.value;
    const query = { search: asked, page_size: SUGGESTIONS };
    const { items } = await call(api.GET('/api/v1/admin/users', { params: { query }, signal }));
    return { asked, items };
  }, search.value);
  const wanted = typed.value.trim().toLowerCase();
  // Previous matches stay as long as they match the new text.
  const options = (found.value.value?.items ?? [])
    .filter(({ username, email }) =>
      [username, email].some((name) => name.toLowerCase().includes(wanted)),
    )
    .map(({ id, username, email }) => ({ value: String(id), label: username, hint: email }));
  return (
    <Combobox
      label={audit.person}
      value={typed.value}
      options={options}
      isLoading={found.value.value?.asked !== typed.value.trim()}
      hint={audit.personHint}
      error={found.error.value === null ? null : explainError(found.error.value)}
      emptyText={audit.nobody}
      countText={audit.peopleFound}
      onText={(next) => {
        typed.value = next;
        if (next === '') onChoose('');
      }}
      onChoose={(option) => {
        typed.value = option.label;
        onChoose(option.value);
      }}
    />
  );
}

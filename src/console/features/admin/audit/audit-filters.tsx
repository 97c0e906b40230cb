import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { AuditChoice } from '../model/audit-trail.ts';
import { learnNames, nameOfUser } from '../model/user-names.ts';
import { adminText } from '../../../text/admin.ts';
import { SelectField, TextField } from '../../../widgets/field.tsx';
import { PersonField } from './person-field.tsx';

interface AuditFiltersProps {
  readonly choice: AuditChoice;
  readonly onChoose: (choice: AuditChoice) => void;
}

/** One filter at a time, as the API takes it. */
export function AuditFilters({ choice, onChoose }: AuditFiltersProps) {
  const { audit } = adminText.value;
  return (
    <div class="admin-filters">
      <SelectField
        label={audit.filter}
        value={choice.filter}
        options={audit.filters}
        onValue={(filter) =>
          onChoose({ filter, value: filter === 'setting' ? 'captcha_provider' : '' })
        }
      />
      <Subject choice={choice} onChoose={onChoose} />
    </div>
  );
}

function Subject({ choice, onChoose }: AuditFiltersProps) {
  const { audit } = adminText.value;
  const { filter, value } = choice;
  const id = Number(value);
  useEffect(() => {
    if ((filter === 'actor' || filter === 'user') && id > 0) void learnNames([id]);
  }, [filter, id]);
  const choose = (next: string): void => onChoose({ filter, value: next });
  switch (filter) {
    case 'all':
      return null;
    case 'setting':
      return (
        <SelectField
          label={audit.setting}
          value={value as keyof typeof audit.settings}
          options={audit.settings}
          onValue={choose}
        />
      );
    case 'image':
      return <PictureField value={value} onValue={choose} />;
    case 'actor':
    case 'user':
      return <PersonField chosenName={id > 0 ? nameOfUser(id) : null} onChoose={choose} />;
  }
}

const TYPING_MS = 300;

function PictureField({
  value,
  onValue,
}: {
  readonly value: string;
  readonly onValue: (value: string) => void;
}) {
  const typed = useSignal(value);
  useEffect(() => {
    if (typed.value === value) return;
    const timer = setTimeout(() => onValue(typed.value.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed.value]);
  return (
    <TextField
      label={adminText.value.audit.picture}
      value={typed.value}
      onText={(next) => {
        typed.value = next;
      }}
    />
  );
}

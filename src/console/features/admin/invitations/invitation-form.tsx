import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { DAY_MS } from '../../../../shared/clock.ts';
import { INVITATION_LABEL_MAX_CHARACTERS } from '../../../../shared/entry-rules.ts';
import { api, call } from '../../../api/client.ts';
import type { NewInvitation } from '../../../api/types.ts';
import { adminText } from '../../../text/admin.ts';
import { text } from '../../../text/language.ts';
import { Button } from '../../../widgets/button.tsx';
import { SelectField, TextField } from '../../../widgets/field.tsx';
import { ActionError, useAction } from '../../../widgets/use-action.tsx';
import { readGigabytes, readUses } from '../model/read-amounts.ts';

interface InvitationFormProps {
  readonly onMade: (invitation: NewInvitation) => void;
  readonly onCancel: () => void;
}

const DAYS = { never: null, day: 1, week: 7, month: 30 } as const;

/** As typed. */
interface Entry {
  readonly label: string;
  readonly uses: string;
  readonly expiry: keyof typeof DAYS;
  readonly quota: string;
}

export function InvitationForm({ onMade, onCancel }: InvitationFormProps) {
  const { invitations: words, amounts } = adminText.value;
  const entry = useSignal<Entry>({ label: '', uses: '1', expiry: 'week', quota: '' });
  const isChecked = useSignal(false);
  const { error, isBusy, run } = useAction();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const { label, uses, expiry, quota } = entry.value;
  const max_uses = readUses(uses);
  const storage_quota = readGigabytes(quota);
  const change = (part: Partial<Entry>): void => {
    entry.value = { ...entry.value, ...part };
  };
  const submit = (): void => {
    isChecked.value = true;
    if (max_uses === undefined) return focus(form.current, 'uses');
    if (storage_quota === undefined) return focus(form.current, 'quota');
    const days = DAYS[expiry];
    const expires_at = days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString();
    const body = { label: label.trim(), max_uses, expires_at, storage_quota };
    void run(async () => onMade(await call(api.POST('/api/v1/admin/invitations', { body }))));
  };
  return (
    <form
      ref={form}
      class="card admin-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label={words.label}
        hint={words.labelHint}
        maxLength={INVITATION_LABEL_MAX_CHARACTERS}
        value={label}
        onText={(value) => change({ label: value })}
      />
      <TextField
        label={words.uses}
        name="uses"
        hint={words.usesHint}
        value={uses}
        error={isChecked.value && max_uses === undefined ? words.usesWrong : null}
        onText={(value) => change({ uses: value })}
      />
      <SelectField
        label={words.expiry}
        value={expiry}
        options={words.expiries}
        onValue={(value) => change({ expiry: value })}
      />
      <TextField
        label={words.quota}
        name="quota"
        hint={words.quotaHint}
        value={quota}
        error={isChecked.value && storage_quota === undefined ? amounts.gigabytesWrong : null}
        onText={(value) => change({ quota: value })}
      />
      <ActionError error={error.value} />
      <div class="admin-line">
        <Button type="submit" kind="primary" isBusy={isBusy.value}>
          {words.submit}
        </Button>
        <Button onClick={onCancel}>{text.value.common.cancel}</Button>
      </div>
    </form>
  );
}

function focus(form: HTMLFormElement | null, name: string): void {
  form?.querySelector<HTMLElement>(`[name=${name}]`)?.focus();
}

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { API_KEY_REQUESTS_PER_MINUTE_MAX } from '../../../shared/entry-rules.ts';
import { ApiError } from '../../../client/errors.ts';
import { ACCESS_FORBIDDEN } from '../../../shared/error-codes.ts';
import type { IssuedApiKey } from '../../api/types.ts';
import { explainError } from '../../state/explain-error.ts';
import { formatNumber } from '../../state/format.ts';
import { appsText } from '../../text/apps.ts';
import { text } from '../../text/language.ts';
import { Button } from '../../widgets/button.tsx';
import { dropFault } from '../../widgets/drop-fault.ts';
import { SelectField, TextField } from '../../widgets/field.tsx';
import { useAction } from '../../widgets/use-action.tsx';
import { createKey } from './model/api-keys.ts';
import {
  findKeyFaults,
  NEW_KEY,
  toKeyRequest,
  type KeyEntry,
  type KeyFaults,
} from './model/key-entry.ts';
import { ScopeBoxes } from './scope-boxes.tsx';

interface KeyFormProps {
  readonly onMade: (key: IssuedApiKey) => void;
  readonly onCancel: () => void;
}

export function KeyForm({ onMade, onCancel }: KeyFormProps) {
  const words = appsText.value;
  const { common } = text.value;
  const entry = useSignal<KeyEntry>(NEW_KEY);
  const faults = useSignal<KeyFaults>({});
  const { isBusy, error, run } = useAction();
  const form = useRef<HTMLFormElement>(null);
  const { label, scopes, visibility, expiry, perMinute } = entry.value;
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const change = (part: Partial<KeyEntry>, fault?: keyof KeyFaults): void => {
    entry.value = { ...entry.value, ...part };
    if (fault !== undefined) faults.value = dropFault(faults.value, fault);
  };
  const say = (field: keyof KeyFaults): string => {
    const fault = faults.value[field];
    return fault === undefined ? '' : words.faults[fault];
  };
  const submit = (): void => {
    faults.value = findKeyFaults(entry.value);
    const [first] = Object.keys(faults.value);
    if (first !== undefined) {
      form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
      return;
    }
    void run(async () => onMade(await createKey(toKeyRequest(entry.value, Date.now()))));
  };
  return (
    <form
      ref={form}
      class="apps-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label={words.name}
        name="label"
        hint={words.nameHint}
        value={label}
        isRequired
        error={say('label')}
        onText={(value) => change({ label: value }, 'label')}
      />
      <ScopeBoxes
        scopes={scopes}
        error={say('scopes')}
        onScopes={(value) => change({ scopes: value }, 'scopes')}
      />
      {scopes.includes('upload') && (
        <SelectField
          label={words.visibility}
          value={visibility}
          options={{ public: common.public, private: common.private }}
          onValue={(value) => change({ visibility: value })}
        />
      )}
      <SelectField
        label={words.expiry}
        value={expiry}
        options={words.expiries}
        onValue={(value) => change({ expiry: value })}
      />
      <TextField
        label={words.perMinute}
        name="perMinute"
        hint={words.perMinuteHint(formatNumber(API_KEY_REQUESTS_PER_MINUTE_MAX))}
        value={perMinute}
        error={say('perMinute')}
        onText={(value) => change({ perMinute: value }, 'perMinute')}
      />
      <p class="field-error" role="alert">
        {error.value === null ? '' : explain(error.value)}
      </p>
      <div class="account-actions">
        <Button type="submit" kind="primary" isBusy={isBusy.value}>
          {words.submit}
        </Button>
        <Button onClick={onCancel}>{common.cancel}</Button>
      </div>
    </form>
  );
}

function explain(error: unknown): string {
  const isFull = error instanceof ApiError && error.code === ACCESS_FORBIDDEN;
  return isFull ? appsText.value.tooMany : explainError(error);
}

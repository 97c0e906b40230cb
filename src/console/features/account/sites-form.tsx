import { useSignal } from '@preact/signals';
import { ALLOWED_SITES_MAX_CHARACTERS } from '../../../shared/site-hosts.ts';
import { accountText } from '../../text/account.ts';
import { Button } from '../../widgets/button.tsx';
import { LongTextField } from '../../widgets/long-text-field.tsx';
import { ActionError, useAction } from '../../widgets/use-action.tsx';
import { readSites } from './model/site-list.ts';

interface SitesFormProps {
  /** Null for all. */
  readonly sites: readonly string[] | null;
  readonly onSave: (sites: readonly string[] | null) => Promise<void>;
}

/** The sites that may show direct links. The box alone changes nothing until it is saved. */
export function SitesForm({ sites, onSave }: SitesFormProps) {
  const words = accountText.value.sharing;
  const isLimited = useSignal(sites !== null);
  const typed = useSignal((sites ?? []).join('\n'));
  const error = useSignal<string | null>(null);
  const { isBusy, error: failure, run } = useAction();
  const save = (): void => {
    const list = readSites(typed.value);
    if (isLimited.value && 'wrong' in list) {
      error.value = list.wrong === '' ? words.tooManySites : words.wrongSite(list.wrong);
      return;
    }
    void run(() => onSave(isLimited.value && 'sites' in list ? list.sites : null));
  };
  return (
    <form
      class="account-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <label class="account-check">
        <input
          type="checkbox"
          checked={isLimited.value}
          onChange={({ currentTarget }) => void (isLimited.value = currentTarget.checked)}
        />
        {words.limitSites}
      </label>
      {isLimited.value && (
        <LongTextField
          label={words.sites}
          hint={words.sitesHint}
          value={typed.value}
          error={error.value}
          maxLength={2 * ALLOWED_SITES_MAX_CHARACTERS}
          onText={(text) => {
            typed.value = text;
            error.value = null;
          }}
        />
      )}
      <ActionError error={failure.value} />
      <Button type="submit" isBusy={isBusy.value}>
        {words.saveSites}
      </Button>
    </form>
  );
}

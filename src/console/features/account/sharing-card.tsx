import { api, call } from '../../api/client.ts';
import { useResource } from '../../state/resource.ts';
import { accountText } from '../../text/account.ts';
import { ErrorState } from '../../widgets/states.tsx';
import { showToast } from '../../widgets/toast.tsx';
import { ActionError, useAction } from '../../widgets/use-action.tsx';
import { SitesForm } from './sites-form.tsx';

const CHOICES = [
  'show_name',
  'show_camera',
  'allow_indexing',
  'allow_full_size',
  'keep_location',
] as const;

/** A box saves at once. */
export function SharingCard() {
  const words = accountText.value.sharing;
  const { value, error, reload, set } = useResource((signal) =>
    call(api.GET('/api/v1/user/sharing', { signal })),
  );
  const { isBusy, error: failure, run } = useAction();
  const sharing = value.value;
  const change = (name: (typeof CHOICES)[number], isOn: boolean): Promise<void> =>
    run(async () => set(await call(api.PATCH('/api/v1/user/sharing', { body: { [name]: isOn } }))));
  const saveSites = async (sites: readonly string[] | null): Promise<void> => {
    const body = { allowed_sites: sites === null ? null : [...sites] };
    set(await call(api.PATCH('/api/v1/user/sharing', { body })));
    showToast({ message: words.sitesSaved });
  };
  return (
    <section class="card account-form" aria-labelledby="account-sharing">
      <h2 id="account-sharing">{words.title}</h2>
      <p class="account-soft">{words.hint}</p>
      {error.value !== null && <ErrorState error={error.value} onRetry={reload} />}
      {sharing !== undefined &&
        CHOICES.map((name) => (
          <label key={name} class="account-check">
            <input
              type="checkbox"
              name={name}
              checked={sharing[name]}
              aria-disabled={isBusy.value}
              aria-describedby={name === 'keep_location' ? 'keep-location-hint' : undefined}
              onChange={({ currentTarget }) => {
                const { checked } = currentTarget;
                // Until the service has agreed.
                currentTarget.checked = sharing[name];
                void change(name, checked);
              }}
            />
            {words[name]}
          </label>
        ))}
      {sharing !== undefined && (
        <p id="keep-location-hint" class="field-hint">
          {words.keepLocationHint}
        </p>
      )}
      <ActionError error={failure.value} />
      {sharing !== undefined && <SitesForm sites={sharing.allowed_sites} onSave={saveSites} />}
    </section>
  );
}

import { change, entries, loadSettings, values } from '../model/settings-store.ts';
import { PLAIN_KEYS } from '../model/setting-rules.ts';
import { adminText } from '../../../text/admin.ts';
import { useResource } from '../../../state/resource.ts';
import { SelectField, TextField } from '../../../widgets/field.tsx';
import { ErrorState } from '../../../widgets/states.tsx';
import { SaveBar } from '../save-bar.tsx';
import { SectionHead } from '../section-head.tsx';
import { useSaving } from '../use-saving.ts';
import { DurationField } from './duration-field.tsx';
import { LanguageField } from './language-field.tsx';
import { SettingCard } from './setting-card.tsx';

export function SettingsSection() {
  const admin = adminText.value;
  const loaded = useResource(loadSettings);
  return (
    <section class="admin-section">
      <SectionHead title={admin.sections.settings} intro={admin.settings.intro} />
      {entries.value.length === 0 && loaded.error.value !== null && (
        <ErrorState error={loaded.error.value} onRetry={loaded.reload} />
      )}
      {entries.value.length > 0 && <SettingsForm />}
    </section>
  );
}

function SettingsForm() {
  const { settings } = adminText.value;
  const { errorOf, save, isBusy } = useSaving(PLAIN_KEYS, '/admin/settings');
  const { value } = values;
  return (
    <form
      class="settings-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <SettingCard settingKey="registration">
        <SelectField
          label={settings.registration}
          value={value.registration as keyof typeof settings.modes}
          options={settings.modes}
          hint={settings.registrationHint}
          error={errorOf('registration')}
          onValue={(next) => change('registration', next)}
        />
      </SettingCard>
      <SettingCard settingKey="captcha_provider">
        <SelectField
          label={settings.captcha_provider}
          value={value.captcha_provider as keyof typeof settings.providers}
          options={settings.providers}
          hint={settings.captchaHint}
          error={errorOf('captcha_provider')}
          onValue={(next) => change('captcha_provider', next)}
        />
      </SettingCard>
      <SettingCard settingKey="private_token_ttl_default_ms">
        <DurationField
          label={settings.private_token_ttl_default_ms}
          value={value.private_token_ttl_default_ms}
          hint={settings.ttlHint}
          error={errorOf('private_token_ttl_default_ms')}
          onValue={(next) => change('private_token_ttl_default_ms', next)}
        />
      </SettingCard>
      <SettingCard settingKey="site_language">
        <LanguageField
          label={settings.site_language}
          value={value.site_language}
          hint={settings.languageHint}
          error={errorOf('site_language')}
          onValue={(next) => change('site_language', next)}
        />
      </SettingCard>
      <SettingCard settingKey="storage_path">
        <TextField
          label={settings.storage_path}
          value={value.storage_path}
          hint={settings.storageHint}
          error={errorOf('storage_path')}
          onText={(next) => change('storage_path', next)}
        />
      </SettingCard>
      <SaveBar keys={PLAIN_KEYS} isBusy={isBusy.value} />
    </form>
  );
}

import { suggestLanguages } from '../model/language-tags.ts';
import { language } from '../../../text/language.ts';
import { adminText } from '../../../text/admin.ts';
import { Combobox } from '../../../widgets/combobox.tsx';

interface LanguageFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly hint: string;
  readonly error: string | null;
}

export function LanguageField({ label, value, onValue, hint, error }: LanguageFieldProps) {
  const { settings } = adminText.value;
  const options = suggestLanguages(value, language.value).map(({ tag, name }) => ({
    value: tag,
    label: tag,
    hint: name,
  }));
  return (
    <Combobox
      label={label}
      value={value}
      options={options}
      hint={hint}
      error={error}
      emptyText={settings.noLanguage}
      countText={settings.languagesFound}
      onText={onValue}
      onChoose={(option) => onValue(option.value)}
    />
  );
}

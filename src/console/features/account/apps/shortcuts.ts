import {
  authorization,
  FILE_FIELD,
  formFields,
  uploadUrl,
  type AppAccess,
  type SettingsField,
} from './app-access.ts';

/** Values for the steps of a Shortcut, in their order. */
export function listShortcutsFields(access: AppAccess): readonly SettingsField[] {
  return [
    ['URL', uploadUrl(access)],
    ['Method', 'POST'],
    ['Header: Authorization', authorization(access)],
    ['Form: File', FILE_FIELD],
    ...Object.entries(formFields(access)).map(([name, value]): SettingsField => [
      `Form: Text: ${name}`,
      value,
    ]),
    ['Dictionary value', 'data.url'],
  ];
}

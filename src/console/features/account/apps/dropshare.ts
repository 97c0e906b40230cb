import {
  authorization,
  FILE_FIELD,
  formFields,
  textUploadUrl,
  type AppAccess,
  type SettingsField,
} from './app-access.ts';

/** Fields of Dropshare's “Custom API” (kb.dropshare.app). */
export function listDropshareFields(access: AppAccess): readonly SettingsField[] {
  return [
    ['Upload URL', textUploadUrl(access)],
    ['Method', 'POST'],
    ['Content-Type', 'multipart/form-data'],
    ['Form Field', FILE_FIELD],
    ['Header', JSON.stringify({ Authorization: authorization(access) })],
    ['Body', JSON.stringify(formFields(access))],
    ['Response: Content Type', 'Plain Text'],
    ['Response: URL to file', '%raw%'],
  ];
}

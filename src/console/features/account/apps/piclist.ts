import {
  authorization,
  FILE_FIELD,
  formFields,
  uploadUrl,
  type AppAccess,
  type SettingsField,
} from './app-access.ts';

/** Fields of PicList's “Advanced Custom” (PicList-Core, advancedplist). */
export function listPicListFields(access: AppAccess): readonly SettingsField[] {
  return [
    ['API endpoint', uploadUrl(access)],
    ['Method', 'POST'],
    ['Form data key', FILE_FIELD],
    ['Headers', JSON.stringify({ Authorization: authorization(access) })],
    ['Body', JSON.stringify(formFields(access))],
    ['Response data path', 'data.url'],
  ];
}

import {
  authorization,
  FILE_FIELD,
  formFields,
  jsonFile,
  serviceName,
  uploadUrl,
  type AppAccess,
  type SettingsFile,
} from './app-access.ts';

/** An uploader of iTake. */
export function writeItake(access: AppAccess): SettingsFile {
  return jsonFile('tintype.itup', {
    name: serviceName(access),
    request: {
      url: uploadUrl(access),
      method: 'POST',
      headers: { authorization: authorization(access) },
    },
    body: { type: 'multipart', fileField: FILE_FIELD, fields: formFields(access) },
    response: { linkPath: 'data.url' },
  });
}

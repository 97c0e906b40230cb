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

/** A custom uploader of ishare (castdrian/ishare). */
export function writeIshare(access: AppAccess): SettingsFile {
  return jsonFile('tintype.iscu', {
    name: serviceName(access),
    requestURL: uploadUrl(access),
    headers: { Authorization: authorization(access) },
    formData: formFields(access),
    fileFormName: FILE_FIELD,
    requestBodyType: 'multipartformdata',
    responseURL: '{{data.url}}',
    deletionURL: '{{data.delete_url}}',
  });
}

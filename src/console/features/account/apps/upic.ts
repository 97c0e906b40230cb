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

/** Hosts of uPic (gee1k/uPic): each is JSON in a string, with more JSON in strings inside. */
export function writeUpic(access: AppAccess): SettingsFile {
  const data = {
    url: uploadUrl(access),
    method: 'POST',
    field: FILE_FIELD,
    headers: listPairs({ Authorization: authorization(access) }),
    bodys: listPairs(formFields(access)),
    resultPath: JSON.stringify(['data', 'url']),
    domain: '',
    saveKeyPath: '',
    suffix: '',
    useBase64: false,
  };
  const name = serviceName(access);
  const host = { id: name, name, type: 'custom', data: JSON.stringify(data) };
  return jsonFile('upic.json', [JSON.stringify(host)]);
}

function listPairs(fields: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(fields).map(([key, value]) => ({ key, value })));
}

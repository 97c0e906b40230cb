import {
  authorization,
  FILE_FIELD,
  formFields,
  jsonFile,
  uploadUrl,
  type AppAccess,
  type SettingsFile,
} from './app-access.ts';

/** Configuration of PicGo with its plugin web-uploader, which takes JSON inside of strings. */
export function writePicGo(access: AppAccess): SettingsFile {
  return jsonFile('picgo.json', {
    picBed: {
      uploader: 'web-uploader',
      current: 'web-uploader',
      'web-uploader': {
        url: uploadUrl(access),
        paramName: FILE_FIELD,
        jsonPath: 'data.url',
        customHeader: JSON.stringify({ Authorization: authorization(access) }),
        customBody: JSON.stringify(formFields(access)),
      },
    },
    picgoPlugins: { 'picgo-plugin-web-uploader': true },
  });
}

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

/** The version decides the syntax of placeholders. */
const VERSION = '17.0.0';
const OLD_VERSION = '13.4.0';

/** For ShareX 14 and later (ShareX, docs/custom-uploader.md). */
export function writeShareX(access: AppAccess): SettingsFile {
  return writeUploader(access, 'tintype.sxcu', VERSION, (path) => `{json:${path}}`);
}

/** For programs that read the syntax of ShareX 13, such as XShare on Android. */
export function writeOldShareX(access: AppAccess): SettingsFile {
  return writeUploader(access, 'tintype-13.sxcu', OLD_VERSION, (path) => `$json:${path}$`);
}

function writeUploader(
  access: AppAccess,
  name: string,
  version: string,
  read: (path: string) => string,
): SettingsFile {
  return jsonFile(name, {
    Version: version,
    Name: serviceName(access),
    DestinationType: 'ImageUploader',
    RequestMethod: 'POST',
    RequestURL: uploadUrl(access),
    Headers: { Authorization: authorization(access) },
    Body: 'MultipartFormData',
    Arguments: formFields(access),
    FileFormName: FILE_FIELD,
    URL: read('data.url'),
    ThumbnailURL: read('data.thumbnail_url'),
    DeletionURL: read('data.delete_url'),
    ErrorMessage: read('message'),
  });
}

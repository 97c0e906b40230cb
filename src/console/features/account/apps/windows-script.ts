import {
  authorization,
  FILE_FIELD,
  formFields,
  textUploadUrl,
  type AppAccess,
  type SettingsFile,
} from './app-access.ts';

/** For Windows: uploads each file and prints its URL, for Greenshot's external command and for Typora. */
export function writeWindowsScript(access: AppAccess): SettingsFile {
  const forms = Object.entries(formFields(access)).map(([name, value]) => ` -F ${name}=${value}`);
  const lines = [
    '@echo off',
    ':next',
    'if "%~1"=="" exit /b 0',
    `curl.exe -fsS -H "Authorization: ${authorization(access)}" -F "${FILE_FIELD}=@\\"%~1\\""${forms.join('')} "${textUploadUrl(access)}" || exit /b 1`,
    'shift',
    'goto next',
  ];
  // cmd.exe misses labels in files without carriage returns.
  const text = lines.map((line) => `${line}\r\n`).join('');
  return { name: 'tintype.cmd', mimeType: 'text/plain', text };
}

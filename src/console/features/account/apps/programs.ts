import {
  authorization,
  FILE_FIELD,
  formFields,
  textUploadUrl,
  uploadUrl,
  type AppAccess,
  type SettingsFile,
} from './app-access.ts';

/** curl reads the key from its input, because other users of the machine see its arguments. */
export function writeCurl(access: AppAccess): SettingsFile {
  const forms = Object.entries(formFields(access)).map(
    ([name, value]) => `  -F ${name}=${value} \\\n`,
  );
  const text = `curl --fail-with-body -H @- \\
  -F ${FILE_FIELD}=@photo.jpg \\
${forms.join('')}  '${textUploadUrl(access)}' <<END
Authorization: ${authorization(access)}
END
`;
  return { name: 'upload.sh', mimeType: 'text/x-shellscript', text };
}

/** For Python 3 with the package requests. */
export function writePython(access: AppAccess): SettingsFile {
  const text = `import sys

import requests

for path in sys.argv[1:]:
    with open(path, "rb") as file:
        answer = requests.post(
            ${JSON.stringify(uploadUrl(access))},
            headers={"Authorization": ${JSON.stringify(authorization(access))}},
            files={"${FILE_FIELD}": file},
            data=${JSON.stringify(formFields(access))},
        )
    answer.raise_for_status()
    print(answer.json()["data"]["url"])
`;
  return { name: 'upload.py', mimeType: 'text/x-python', text };
}

/** For Node 20 and later. */
export function writeJavaScript(access: AppAccess): SettingsFile {
  const forms = Object.entries(formFields(access)).map(
    ([name, value]) => `  body.set('${name}', '${value}');\n`,
  );
  const text = `import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';

for (const path of process.argv.slice(2)) {
  const body = new FormData();
${forms.join('')}  body.set('${FILE_FIELD}', await openAsBlob(path), basename(path));
  const response = await fetch('${uploadUrl(access)}', {
    method: 'POST',
    headers: { Authorization: '${authorization(access)}' },
    body,
  });
  const { data, message } = await response.json();
  if (!response.ok) throw new Error(message);
  console.log(data.url);
}
`;
  return { name: 'upload.mjs', mimeType: 'text/javascript', text };
}

/**
 * The command of the client's package, which uploads public images unless told otherwise. It reads the key from its
 * input, because other users of the machine see its arguments.
 */
export function writeCommand({ baseUrl, key, visibility }: AppAccess): SettingsFile {
  const option = visibility === 'public' ? '' : ' --private';
  const text = `echo ${key} | tintype login ${baseUrl}${option}
tintype up photo.jpg
`;
  return { name: 'tintype.sh', mimeType: 'text/x-shellscript', text };
}

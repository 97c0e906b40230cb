import {
  authorization,
  FILE_FIELD,
  formFields,
  textUploadUrl,
  type AppAccess,
  type SettingsFile,
} from './app-access.ts';

/**
 * For Linux: takes a screenshot with Flameshot or Spectacle, and copies its URL. curl reads the key from its input,
 * because other users of the machine see its arguments.
 */
export function writeScreenshotScript(access: AppAccess): SettingsFile {
  const text = `#!/bin/sh
set -eu
shot=$(mktemp --suffix=.png)
trap 'rm -f "$shot"' EXIT
if command -v flameshot >/dev/null; then
  flameshot gui --raw >"$shot"
else
  spectacle -b -n -r -o "$shot"
fi
[ -s "$shot" ] || exit 0
url=$(curl -fsS -H @- -F "${FILE_FIELD}=@$shot;type=image/png"${listForms(access)} ${toShell(access)} <<END
Authorization: ${authorization(access)}
END
)
if [ -n "\${WAYLAND_DISPLAY:-}" ]; then
  printf %s "$url" | wl-copy
else
  printf %s "$url" | xclip -selection clipboard
fi
printf '%s\\n' "$url"
`;
  return { name: 'tintype-screenshot.sh', mimeType: 'text/x-shellscript', text };
}

/** Uploads each file and prints its URL: the custom command of Typora on macOS and Linux. */
export function writeUploadScript(access: AppAccess): SettingsFile {
  // curl takes a quoted name, with these characters escaped.
  const escape = String.raw`s/[\\"]/\\&/g`;
  const text = `#!/bin/sh
set -eu
for path in "$@"; do
  name=$(printf %s "$path" | sed '${escape}')
  curl -fsS -H @- -F "${FILE_FIELD}=@\\"$name\\""${listForms(access)} ${toShell(access)} <<END
Authorization: ${authorization(access)}
END
done
`;
  return { name: 'tintype.sh', mimeType: 'text/x-shellscript', text };
}

function listForms(access: AppAccess): string {
  return Object.entries(formFields(access))
    .map(([name, value]) => ` -F ${name}=${value}`)
    .join('');
}

function toShell(access: AppAccess): string {
  return `'${textUploadUrl(access)}'`;
}

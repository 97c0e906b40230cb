import { useSignal } from '@preact/signals';
import type { ApiKey } from '../../api/types.ts';
import { appsText } from '../../text/apps.ts';
import { Button } from '../../widgets/button.tsx';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { TextField } from '../../widgets/field.tsx';
import type { AppAccess } from './apps/app-access.ts';
import { APP_GROUPS, type App, type AppGroup, type AppId } from './apps/apps.ts';
import { CopyField } from './copy-field.tsx';
import { isKeyOf } from './model/key-entry.ts';
import { saveFile } from './model/save-file.ts';
import { DOWNLOAD } from '../../widgets/rare-icons.ts';

/** In settings without a key. */
const PLACEHOLDER = 'YOUR_KEY';

interface AppSettingsProps {
  readonly item: ApiKey;
  /** Null: the person may paste it. */
  readonly value: string | null;
}

export function AppSettings({ item, value }: AppSettingsProps) {
  const words = appsText.value;
  const pasted = useSignal('');
  const text = pasted.value.trim();
  const isOther = text !== '' && !isKeyOf(item.start, text);
  const key = value ?? (text === '' || isOther ? PLACEHOLDER : text);
  const access: AppAccess = { baseUrl: location.origin, key, visibility: item.visibility };
  const isUploadOnly = item.scopes.every((scope) => scope === 'upload');
  return (
    <div class="apps-settings">
      {value === null && (
        <TextField
          label={words.pasteKey}
          hint={words.pasteHint}
          value={pasted.value}
          error={isOther ? words.pasteOther : null}
          onText={(next) => {
            pasted.value = next;
          }}
        />
      )}
      {(Object.keys(APP_GROUPS) as AppGroup[]).map((group) => (
        <section key={group} aria-label={words.groups[group]}>
          <h4>{words.groups[group]}</h4>
          {(Object.entries(APP_GROUPS[group]) as [AppId, App][]).map(([id, app]) => (
            <AppDetails
              key={id}
              id={id}
              app={app}
              access={access}
              isRefused={app.isUploadOnly === true && !isUploadOnly}
            />
          ))}
        </section>
      ))}
    </div>
  );
}

interface AppDetailsProps {
  readonly id: AppId;
  readonly app: App;
  readonly access: AppAccess;
  readonly isRefused: boolean;
}

function AppDetails({ id, app, access, isRefused }: AppDetailsProps) {
  const words = appsText.value;
  return (
    <details class="apps-app">
      <summary>
        {app.name ?? words.names.shortcuts} <span class="account-soft">{app.platform}</span>
      </summary>
      <div class="apps-app-body">
        <p>{isRefused ? words.uploadOnly : words.steps[id]}</p>
        {!isRefused && <AppValues app={app} access={access} />}
      </div>
    </details>
  );
}

function AppValues({ app, access }: Pick<AppDetailsProps, 'app' | 'access'>) {
  const words = appsText.value;
  if ('list' in app) {
    return (
      <>
        {app.list(access).map(([name, value]) => (
          <CopyField key={name} label={name} value={value} />
        ))}
      </>
    );
  }
  const file = app.write(access);
  return (
    <>
      {/* It scrolls, so it takes the focus. */}
      <pre class="apps-code" tabIndex={0} role="group" aria-label={file.name}>
        <code>{file.text}</code>
      </pre>
      <div class="account-actions">
        <Button kind="primary" icon={DOWNLOAD} onClick={() => saveFile(file)}>
          {words.download(file.name)}
        </Button>
        <CopyButton value={file.text} name={words.copyNamed(file.name)} />
      </div>
    </>
  );
}

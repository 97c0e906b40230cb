import { useEffect, useRef } from 'preact/hooks';
import type { IssuedApiKey } from '../../api/types.ts';
import { appsText } from '../../text/apps.ts';
import { AppSettings } from './app-settings.tsx';
import { CopyField } from './copy-field.tsx';

/** A key just made, which takes the focus, with the settings of apps. */
export function NewKey({ issued }: { readonly issued: IssuedApiKey }) {
  const words = appsText.value;
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return (
    <section ref={box} class="apps-new" aria-labelledby="apps-new">
      <h3 id="apps-new">{words.made(issued.label)}</h3>
      <p>{words.shownOnce}</p>
      <CopyField label={words.key} value={issued.key} />
      {issued.scopes.includes('upload') && <AppSettings item={issued} value={issued.key} />}
    </section>
  );
}

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { api, call } from '../../api/client.ts';
import { formatBytes } from '../../state/format.ts';
import { guests } from '../../state/guest-photos.ts';
import { useResource } from '../../state/resource.ts';
import { startText } from '../../text/start.ts';
import { Icon } from '../../widgets/icon.tsx';
import { importChunk, importForAction } from '../../widgets/import-chunk.ts';
import { lazyComponent } from '../../widgets/lazy-component.tsx';
import { PICKED_TYPES } from '../upload/model/picked-types.ts';
import { RefusedFiles } from './refused-files.tsx';

/** Not with the page, whose first paint it would delay. */
const loadGuests = () => import('../upload/model/keep-guests.ts');

const WaitingPhotos = lazyComponent(
  async () => (await import('./waiting-photos.tsx')).WaitingPhotos,
);

/** Takes photos before there is an account. They wait in this browser for a sign-in. */
export function DropZone() {
  const start = startText.value;
  const input = useRef<HTMLInputElement>(null);
  const isFresh = useSignal(false);
  const { value } = useResource((signal) => call(api.GET('/api/v1/public/config', { signal })));
  const config = value.value;
  const maxBytes = config?.max_source_bytes ?? null;
  const take = async (): Promise<void> => {
    const chosen = [...(input.current?.files ?? [])];
    if (input.current === null || chosen.length === 0) return;
    // Before the code has loaded: the next choice replaces these files, and the same ones may be chosen after a failure.
    input.current.value = '';
    const loaded = await importForAction(loadGuests);
    if (loaded === null) return;
    isFresh.value = true;
    await loaded.keepGuests(chosen, maxBytes);
  };
  const discard = async (): Promise<void> => {
    const loaded = await importForAction(loadGuests);
    await loaded?.discardGuests();
    isFresh.value = false;
    input.current?.focus();
  };
  useEffect(() => {
    importChunk(loadGuests).then(
      ({ findGuests }) => findGuests(),
      // The next choice of files tries again.
      () => undefined,
    );
    // Files may be chosen before the console has loaded.
    void take();
  }, []);
  const hasPhotos = guests.value.photos.length > 0;
  const limit = maxBytes === null ? null : formatBytes(maxBytes);
  return (
    <div class="start-drop">
      {hasPhotos && (
        <WaitingPhotos
          mayRegister={config === undefined || config.registration === 'open'}
          isFresh={isFresh.value}
          onMore={() => input.current?.click()}
          onDiscard={() => void discard()}
        />
      )}
      {/* Stays, since it also takes more photos. */}
      <label class="start-drop-zone" hidden={hasPhotos}>
        <Icon name="upload" />
        <strong class="start-drop-mouse">{start.dropTitle}</strong>
        <span>{start.dropHint}</span>
        <span class="button button-primary">{start.choose}</span>
        <span class="start-drop-accepted">{start.accepted(limit)}</span>
        <input
          ref={input}
          type="file"
          class="visually-hidden"
          multiple
          accept={PICKED_TYPES}
          data-picker="guest"
          onChange={() => void take()}
        />
      </label>
      <RefusedFiles limit={limit} />
    </div>
  );
}

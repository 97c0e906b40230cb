import { useRef } from 'preact/hooks';
import { changedKeys, discard } from './model/settings-store.ts';
import type { SettingKey } from './model/setting-rules.ts';
import { text } from '../../text/language.ts';
import { adminText } from '../../text/admin.ts';
import { Button } from '../../widgets/button.tsx';
import { useFocusFallback } from '../../widgets/use-focus-fallback.ts';

interface SaveBarProps {
  readonly keys: readonly SettingKey[];
  readonly isBusy: boolean;
}

export function SaveBar({ keys, isBusy }: SaveBarProps) {
  const { common } = text.value;
  const admin = adminText.value;
  const count = changedKeys.value.filter((key) => keys.includes(key)).length;
  const place = useRef<HTMLSpanElement>(null);
  // The buttons go once nothing is unsaved.
  useFocusFallback(() => place.current);
  return (
    <>
      <span ref={place} class="visually-hidden" role="status" tabIndex={-1}>
        {count === 0 ? '' : admin.settings.unsavedCount(count)}
      </span>
      {count > 0 && (
        <div class="admin-save">
          <span>{admin.settings.unsavedCount(count)}</span>
          <Button onClick={() => discard(keys)}>{admin.settings.discard}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {common.save}
          </Button>
        </div>
      )}
    </>
  );
}

import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { ApiError } from '../../../client/errors.ts';
import { readSettingRefusal, type SettingRefusal } from './model/read-refusal.ts';
import { changedKeys, saveSettings, values } from './model/settings-store.ts';
import { checkSettings, type SettingFault, type SettingKey } from './model/setting-rules.ts';
import { explainError } from '../../state/explain-error.ts';
import { adminText } from '../../text/admin.ts';
import { showToast } from '../../widgets/toast.tsx';

interface SaveRefusal extends SettingRefusal {
  readonly words: string;
  /** The refused value; other values may be valid. */
  readonly value: string;
}

interface Saving {
  readonly isBusy: ReadonlySignal<boolean>;
  readonly errorOf: (key: SettingKey) => string | null;
  readonly save: () => Promise<void>;
}

/** Checks and saves changes of some settings, and warns when the section at `path` is left with unsaved ones. */
export function useSaving(keys: readonly SettingKey[], path: string): Saving {
  const isBusy = useSignal(false);
  const isAsked = useSignal(false);
  const refusal = useSignal<SaveRefusal | null>(null);
  const { route } = useLocation();

  useEffect(
    () => () => {
      if (!changedKeys.peek().some((key) => keys.includes(key))) return;
      const { settings } = adminText.peek();
      const action = { label: settings.goBack, run: () => route(path) };
      showToast({ message: settings.kept, action });
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, as the section goes
    [],
  );

  const faults = findFaults(keys);
  const errorOf = (key: SettingKey): string | null => {
    const fault = faults[key];
    // Missing values count as faults only on saving.
    const isShown = isAsked.value || changedKeys.value.includes(key);
    if (fault !== undefined && isShown) return describeFault(fault);
    const { value } = refusal;
    return value?.key === key && value.value === values.value[key] ? value.words : null;
  };
  const save = async (): Promise<void> => {
    if (isBusy.value) return;
    refusal.value = null;
    isAsked.value = true;
    if (Object.keys(faults).length > 0) return focusFirstError();
    isBusy.value = true;
    try {
      await saveSettings(keys);
      isAsked.value = false;
      showToast({ message: adminText.value.settings.saved });
    } catch (error) {
      const read = error instanceof ApiError ? readSettingRefusal(error, keys) : null;
      const fault = read?.fault ?? null;
      const words = fault !== null ? describeFault(fault) : (read?.words ?? explainError(error));
      if (read === null || read.key === null) showToast({ message: words, kind: 'failure' });
      else refusal.value = { ...read, words, value: values.value[read.key] };
      focusFirstError();
    } finally {
      isBusy.value = false;
    }
  };
  return { isBusy, errorOf, save };
}

/** Some settings are wrong only in combination, so all are checked, but unchanged ones pass. */
function findFaults(keys: readonly SettingKey[]): ReturnType<typeof checkSettings> {
  if (!changedKeys.value.some((key) => keys.includes(key))) return {};
  return checkSettings(values.value, keys, globalThis.crossOriginIsolated);
}

function describeFault(fault: SettingFault): string {
  const { faults } = adminText.value.settings;
  return fault.kind === 'missing' || fault.kind === 'textUnknown'
    ? faults[fault.kind](fault.detail)
    : faults[fault.kind];
}

function focusFirstError(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('main [aria-invalid=true]')?.focus(),
  );
}

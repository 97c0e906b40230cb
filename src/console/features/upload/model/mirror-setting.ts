import { effect, type Signal } from '@preact/signals';
import { keepSetting } from './keep-setting.ts';

interface Mirror<Value> {
  readonly key: string;
  readonly parse: (text: string | null) => Value;
  readonly format: (value: Value) => string | null;
}

/** Writes no change of another tab: two tabs would answer each other without end. Returns what ends this. */
export function mirrorSetting<Value>(
  setting: Signal<Value>,
  { key, parse, format }: Mirror<Value>,
): () => void {
  let known = localStorage.getItem(key);
  setting.value = parse(known);
  const onStorage = (event: StorageEvent): void => {
    if (event.key !== key) return;
    known = event.newValue;
    setting.value = parse(known);
  };
  addEventListener('storage', onStorage);
  const stop = effect(() => {
    const text = format(setting.value);
    if (text !== known) keepSetting(key, text);
    known = text;
  });
  return () => {
    stop();
    removeEventListener('storage', onStorage);
  };
}

/**
 * The settings and their unsaved changes.
 *
 * - Changes stay while the console is open, on any page; leaving the console with some asks first. A lost session keeps
 *   them.
 * - Only changed settings are sent, all in one request: they are stored together or not at all.
 */

import { computed, effect } from '@preact/signals';
import { api, call } from '../../../api/client.ts';
import type { ConfigEntry } from '../../../api/types.ts';
import { perUser } from '../../../state/per-user.ts';
import { ownerId } from '../../../state/session.ts';
import type { SettingKey, SettingTexts } from './setting-rules.ts';

export const entries = perUser<readonly ConfigEntry[]>(() => [], { owner: ownerId });

const edits = perUser<Partial<Record<SettingKey, string>>>(() => ({}), { owner: ownerId });

const inForce = computed(
  () =>
    Object.fromEntries(
      entries.value.map(({ config_key: key, config_value: value }) => [key, value]),
    ) as SettingTexts,
);

/** The shown values: the saved ones with the unsaved changes. */
export const values = computed<SettingTexts>(() => ({ ...inForce.value, ...edits.value }));

export const changedKeys = computed<readonly SettingKey[]>(() =>
  (Object.keys(edits.value) as SettingKey[]).filter(
    (key) => edits.value[key] !== inForce.value[key],
  ),
);

effect(() => {
  if (changedKeys.value.length === 0) return;
  addEventListener('beforeunload', warn);
  return () => removeEventListener('beforeunload', warn);
});

/** Reads the settings. @throws {ApiError | ConnectionError} */
export async function loadSettings(signal: AbortSignal): Promise<readonly ConfigEntry[]> {
  const { items } = await call(api.GET('/api/v1/admin/configs', { signal }));
  entries.value = items;
  return items;
}

export function change(key: SettingKey, value: string): void {
  edits.value = { ...edits.value, [key]: value };
}

export function discard(keys?: readonly SettingKey[]): void {
  const isKept = (key: string): boolean => keys?.every((gone) => gone !== key) === true;
  edits.value = Object.fromEntries(Object.entries(edits.value).filter(([key]) => isKept(key)));
}

/** @throws {ApiError | ConnectionError} */
export async function saveSettings(keys: readonly SettingKey[]): Promise<void> {
  const items = changedKeys.value
    .filter((key) => keys.includes(key))
    .map((key) => ({ key, value: values.value[key] }));
  if (items.length > 0) {
    const saved = await call(api.PATCH('/api/v1/admin/configs', { body: { items } }));
    entries.value = saved.items;
  }
  // Later changes stay.
  const sent = new Map(items.map(({ key, value }) => [key as string, value]));
  edits.value = Object.fromEntries(
    Object.entries(edits.peek()).filter(([key, value]) => sent.get(key) !== value),
  );
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

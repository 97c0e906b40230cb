/**
 * The configuration entries, and what an administrator has changed of them without saving.
 *
 * - Changes stay while the console is open, whichever page is shown; leaving it with some of them asks first. A session
 *   that ends by itself takes none along.
 * - Only entries that differ from what is in force are sent.
 */

import { computed, effect, signal } from '@preact/signals';
import { api, call } from '../api/client.ts';
import type { ConfigEntry } from '../api/types.ts';
import { ownerId } from '../state/session.ts';
import type { SettingKey, SettingTexts } from './setting-rules.ts';

/** An image that was chosen and is not sent yet. */
export interface ChosenImage {
  readonly file: Blob;
  readonly name: string;
}

const IMAGE_READ_MS = 30_000;

export const entries = signal<readonly ConfigEntry[]>([]);

export const chosenImage = signal<ChosenImage | null>(null);

const edits = signal<Partial<Record<SettingKey, string>>>({});

/** The values in force. */
const inForce = computed(
  () =>
    Object.fromEntries(
      entries.value.map(({ config_key: key, config_value: value }) => [key, value]),
    ) as SettingTexts,
);

/** The values as they are shown: those in force, and over them what was changed. */
export const values = computed<SettingTexts>(() => ({ ...inForce.value, ...edits.value }));

/** The entries that are changed and not saved. */
export const changedKeys = computed<readonly SettingKey[]>(() => {
  const keys = (Object.keys(edits.value) as SettingKey[]).filter(
    (key) => edits.value[key] !== inForce.value[key],
  );
  return chosenImage.value === null ? keys : [...keys, 'watermark_image'];
});

effect(() => {
  if (changedKeys.value.length === 0) return;
  addEventListener('beforeunload', warn);
  return () => removeEventListener('beforeunload', warn);
});

// What one person changed is no business of the next.
ownerId.subscribe(() => {
  entries.value = [];
  discard();
});

/** Reads the entries. @throws {ApiError | ConnectionError} */
export async function loadSettings(signal: AbortSignal): Promise<readonly ConfigEntry[]> {
  const { items } = await call(api.GET('/api/v1/admin/configs', { signal }));
  entries.value = items;
  return items;
}

/** Shows a value that is not saved yet. */
export function change(key: SettingKey, value: string): void {
  edits.value = { ...edits.value, [key]: value };
}

/** Shows an image of the watermark that is not sent yet; with null none, whatever is in force. */
export function chooseImage(image: ChosenImage | null): void {
  discard(['watermark_image']);
  if (image === null) change('watermark_image', '');
  else chosenImage.value = image;
}

/** Goes back to what is in force, for some entries or all. */
export function discard(keys?: readonly SettingKey[]): void {
  const isKept = (key: string): boolean => keys?.every((gone) => gone !== key) === true;
  edits.value = Object.fromEntries(Object.entries(edits.value).filter(([key]) => isKept(key)));
  if (!isKept('watermark_image')) chosenImage.value = null;
}

/**
 * Sends what has changed of some entries; a chosen image first, since nothing shows it before the others are in force.
 * @throws {ApiError | ConnectionError}
 */
export async function saveSettings(keys: readonly SettingKey[]): Promise<void> {
  const changed = changedKeys.value.filter((key) => keys.includes(key));
  const image = changed.includes('watermark_image') ? chosenImage.value : null;
  if (image !== null) {
    await call(
      api.PUT('/api/v1/admin/watermark-image', {
        // The types know a text alone; a file goes as it is.
        body: image.file as unknown as string,
      }),
    );
  }
  const items = changed
    .filter((key) => image === null || key !== 'watermark_image')
    .map((key) => ({ key, value: values.value[key] }));
  if (items.length > 0) {
    const saved = await call(api.PATCH('/api/v1/admin/configs', { body: { items } }));
    entries.value = saved.items;
  }
  if (image !== null) await loadSettings(AbortSignal.timeout(IMAGE_READ_MS));
  // What was changed once more meanwhile stays.
  const sent = new Map(items.map(({ key, value }) => [key as string, value]));
  edits.value = Object.fromEntries(
    Object.entries(edits.peek()).filter(([key, value]) => sent.get(key) !== value),
  );
  if (chosenImage.peek() === image) chosenImage.value = null;
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Saves a setting, or removes it for null; ignores a full localStorage. */
export function keepSetting(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The setting lasts for this visit.
  }
}

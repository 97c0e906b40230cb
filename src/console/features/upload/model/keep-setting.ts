/** Remembers something for the next visit. Where that is full, it holds in this one, and nothing fails for it. */
export function keepSetting(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // See above.
  }
}

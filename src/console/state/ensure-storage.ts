/** Lets a page go on where the browser is told to keep nothing: what it stores lasts as long as itself. */
export function ensureStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    if (isThere(name)) continue;
    Object.defineProperty(globalThis, name, { value: createStorage(), configurable: true });
  }
}

/** Access is what such browsers refuse. */
function isThere(name: 'localStorage' | 'sessionStorage'): boolean {
  try {
    globalThis[name].getItem('');
    return true;
  } catch {
    return false;
  }
}

function createStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

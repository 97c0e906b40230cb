/** Replaces blocked browser storage: the replacement lasts as long as the page, and is not shared with other tabs. */
export function ensureStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    if (!isThere(name)) define(name, createStorage());
  }
  if (!canOpenChannels()) define('BroadcastChannel', SilentChannel);
}

/** Such browsers throw on access. */
function isThere(name: 'localStorage' | 'sessionStorage'): boolean {
  try {
    globalThis[name].getItem('');
    return true;
  } catch {
    return false;
  }
}

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true });
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

function canOpenChannels(): boolean {
  try {
    new BroadcastChannel('').close();
    return true;
  } catch {
    return false;
  }
}

class SilentChannel extends EventTarget {
  postMessage(): void {}
}

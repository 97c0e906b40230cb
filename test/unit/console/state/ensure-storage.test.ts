import { join } from 'node:path';
import { expect, it, vi } from 'vitest';

interface Module {
  readonly ensureStorage: () => void;
}

interface Kept {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const MODULE = join(import.meta.dirname, '../../../../src/console/state/ensure-storage.ts');

it('a page can store values when the browser keeps none, and uses its storage otherwise', async () => {
  // By path, since tests lack the types of browsers.
  const { ensureStorage } = (await import(MODULE)) as Module;
  const own = { getItem: () => 'of the browser' };
  vi.stubGlobal('sessionStorage', own);
  vi.stubGlobal('localStorage', undefined);
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('Denied', 'SecurityError');
    },
  });
  vi.stubGlobal('BroadcastChannel', function refuse() {
    throw new DOMException('Denied', 'SecurityError');
  });
  ensureStorage();
  const { localStorage, sessionStorage } = globalThis as unknown as Record<string, Kept>;
  expect(sessionStorage).toBe(own);
  localStorage?.setItem('theme', 'dark');
  localStorage?.setItem('language', 'de');
  localStorage?.removeItem('theme');
  expect([localStorage?.length, localStorage?.key(0), localStorage?.key(1)]).toEqual([
    1,
    'language',
    null,
  ]);
  expect([localStorage?.getItem('language'), localStorage?.getItem('theme')]).toEqual(['de', null]);
  expect(() => new BroadcastChannel('session').postMessage(null)).not.toThrow();
});

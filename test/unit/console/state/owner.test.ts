import type { Signal } from '@preact/signals';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadModules } from '../load-modules.ts';

interface Modules {
  readonly session: Signal<unknown>;
  readonly change: (key: string, value: string) => void;
  readonly values: Signal<Record<string, string>>;
  readonly takeout: Signal<{ readonly phase: string }>;
  readonly uncopied: Signal<string | null>;
}

const signedIn = (id: number) => ({ state: 'signed_in', user: { id } });
const LOST = { state: 'anonymous', isLost: true };
const LEFT = { state: 'anonymous' };

let modules: Modules;

beforeAll(async () => {
  Object.assign(globalThis, {
    location: { origin: 'http://localhost' },
    document: { cookie: '' },
    addEventListener: () => {},
    removeEventListener: () => {},
  });
  modules = await loadModules(
    'state/session.ts',
    'features/admin/model/settings-store.ts',
    'features/account/model/takeout.ts',
    'widgets/copy-text.ts',
  );
});

/** The settings that have changes, and the takeout, after the session has gone through some states. */
const after = (...states: unknown[]) => {
  for (const state of states) modules.session.value = state;
  return [modules.values.value['site_language'] ?? null, modules.takeout.value.phase];
};

describe('what a person has begun in a tab', () => {
  beforeEach(() => {
    after(LEFT, signedIn(1));
    modules.change('site_language', 'de');
    modules.takeout.value = { ...modules.takeout.value, phase: 'waiting' };
  });

  it('stays while that person is signed in', () => {
    expect(after(signedIn(1))).toEqual(['de', 'waiting']);
  });

  it('is gone for another one, also when no sign-out was seen between them', () => {
    expect(after(signedIn(2))).toEqual([null, 'idle']);
  });

  it('is gone after a sign-out', () => {
    expect(after(LEFT, signedIn(1))).toEqual([null, 'idle']);
  });

  it('keeps changes of settings when the session ends by itself, for the same person alone', () => {
    expect(after(LOST, signedIn(1))).toEqual(['de', 'idle']);
    expect(after(LOST, signedIn(2))).toEqual([null, 'idle']);
  });

  it('shows the next one nothing that was to be copied by hand', () => {
    modules.uncopied.value = 'a link';
    after(LOST, signedIn(1));
    expect(modules.uncopied.value).toBe('a link');
    after(signedIn(2));
    expect(modules.uncopied.value).toBeNull();
  });
});

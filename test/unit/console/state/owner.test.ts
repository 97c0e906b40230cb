import type { Signal } from '@preact/signals';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadModules } from '../support/load-modules.ts';
import { stubPage } from '../support/stub-page.ts';

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
  stubPage();
  modules = await loadModules(
    'state/session.ts',
    'features/admin/model/settings-store.ts',
    'features/account/model/takeout.ts',
    'state/uncopied.ts',
  );
});

/** The changed settings and the takeout after some states of the session. */
const after = (...states: unknown[]) => {
  for (const state of states) modules.session.value = state;
  return [modules.values.value['site_language'] ?? null, modules.takeout.value.phase];
};

describe('unfinished work in a tab', () => {
  beforeEach(() => {
    after(LEFT, signedIn(1));
    modules.change('site_language', 'de');
    modules.takeout.value = { ...modules.takeout.value, phase: 'waiting' };
  });

  it('stays while its owner is signed in', () => {
    expect(after(signedIn(1))).toEqual(['de', 'waiting']);
  });

  it('is dropped for another person, also without a visible sign-out between', () => {
    expect(after(signedIn(2))).toEqual([null, 'idle']);
  });

  it('is dropped after a sign-out', () => {
    expect(after(LEFT, signedIn(1))).toEqual([null, 'idle']);
  });

  it('keeps changed settings when the session expires, for the same person', () => {
    expect(after(LOST, signedIn(1))).toEqual(['de', 'idle']);
    expect(after(LOST, signedIn(2))).toEqual([null, 'idle']);
  });

  it('does not show text for manual copying to the next person', () => {
    modules.uncopied.value = 'a link';
    after(LOST, signedIn(1));
    expect(modules.uncopied.value).toBe('a link');
    after(signedIn(2));
    expect(modules.uncopied.value).toBeNull();
  });
});

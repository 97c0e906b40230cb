import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadModules } from '../../support/load-modules.ts';
import { stubPage } from '../../support/stub-page.ts';

interface Modules {
  readonly isForPage: (event: object) => boolean;
  readonly chooseLetterKeys: (areKeys: boolean) => void;
  readonly readCommand: (event: object) => string | null;
}

class Element {
  readonly #found: Element | null;
  constructor(isWithin: boolean) {
    this.#found = isWithin ? this : null;
  }
  closest(): Element | null {
    return this.#found;
  }
}

let open: Element | null = null;
let keys: Modules;

beforeAll(async () => {
  stubPage({
    Element,
    document: { querySelector: () => open },
    localStorage: { getItem: () => null, setItem: () => {} },
  });
  keys = await loadModules(
    'features/image/viewer-keys.ts',
    'widgets/page-keys.ts',
    'state/letter-keys.ts',
  );
});

beforeEach(() => {
  open = null;
});

describe('a key on the page of an image', () => {
  it('has one command, in either case, once for each press', () => {
    expect(keys.readCommand({ key: 'ArrowLeft' })).toBe('previous');
    expect(keys.readCommand({ key: 'Escape' })).toBe('leave');
    expect(keys.readCommand({ key: 'c' })).toBe('copy');
    // Caps Lock.
    expect(keys.readCommand({ key: 'C' })).toBe('copy');
    expect(keys.readCommand({ key: 'ArrowLeft', repeat: true })).toBe(null);
    expect(keys.readCommand({ key: 'x' })).toBe(null);
  });

  it('is for the image unless it has another meaning', () => {
    expect(keys.isForPage({ key: 'c', target: new Element(false) })).toBe(true);
    // Behind Shift on some layouts.
    for (const key of ['?', '+', '1']) expect(keys.isForPage({ key, shiftKey: true })).toBe(true);
    const meanings = [
      { ctrlKey: true },
      { metaKey: true },
      { altKey: true },
      { shiftKey: true },
      { defaultPrevented: true },
      { target: new Element(true) },
    ];
    for (const key of ['c', 'Escape', 'ArrowLeft']) {
      const isForPage = meanings.map((more) => keys.isForPage({ key, ...more }));
      expect(isForPage).not.toContain(true);
    }
    open = new Element(false);
    expect(keys.isForPage({ key: 'Escape' })).toBe(false);
  });

  it('is not for it as a single character, if its owner does not want that', () => {
    keys.chooseLetterKeys(false);
    expect(['c', '?', '1'].map((key) => keys.isForPage({ key }))).not.toContain(true);
    expect(keys.isForPage({ key: 'ArrowLeft' })).toBe(true);
    keys.chooseLetterKeys(true);
  });
});

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadModules } from '../../support/load-modules.ts';
import { stubPage } from '../../support/stub-page.ts';

interface Modules {
  readonly isForImage: (event: object) => boolean;
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
  stubPage({ Element, document: { querySelector: () => open } });
  keys = await loadModules('features/image/viewer-keys.ts');
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
    expect(keys.isForImage({ key: 'c', target: new Element(false) })).toBe(true);
    // Behind Shift on some layouts.
    for (const key of ['?', '+', '1']) expect(keys.isForImage({ key, shiftKey: true })).toBe(true);
    const meanings = [
      { ctrlKey: true },
      { metaKey: true },
      { altKey: true },
      { shiftKey: true },
      { defaultPrevented: true },
      { target: new Element(true) },
    ];
    for (const key of ['c', 'Escape', 'ArrowLeft']) {
      const isForImage = meanings.map((more) => keys.isForImage({ key, ...more }));
      expect(isForImage).not.toContain(true);
    }
    open = new Element(false);
    expect(keys.isForImage({ key: 'Escape' })).toBe(false);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { loadModules } from '../../../support/load-modules.ts';
import { stubPage } from '../../../support/stub-page.ts';

interface Modules {
  readonly isSearchKey: (event: object) => boolean;
}

/** Knows the selectors of the elements that it is in. */
class Element {
  readonly #within: readonly string[];
  constructor(...within: string[]) {
    this.#within = within;
  }
  closest(selectors: string): Element | null {
    const asked = selectors.split(', ');
    return asked.some((selector) => this.#within.includes(selector)) ? this : null;
  }
}

let dialog: Element | null = null;
let isSearchKey: Modules['isSearchKey'];

beforeAll(async () => {
  stubPage({ Element, document: { querySelector: () => dialog } });
  ({ isSearchKey } = await loadModules<Modules>('features/gallery/model/search-key.ts'));
});

describe('the key of the search', () => {
  it('is a slash, with Shift on keyboards that need it', () => {
    expect(isSearchKey({ key: '/', target: new Element('[role=grid]') })).toBe(true);
    expect(isSearchKey({ key: '/', shiftKey: true })).toBe(true);
    expect(isSearchKey({ key: 's' })).toBe(false);
  });

  it('is no slash of a field, of another shortcut or below a dialog', () => {
    for (const field of ['input', 'textarea', 'select', '[contenteditable]', '[role=menu]']) {
      expect(isSearchKey({ key: '/', target: new Element(field) })).toBe(false);
    }
    const others = [
      { ctrlKey: true },
      { metaKey: true },
      { altKey: true },
      { defaultPrevented: true },
    ];
    expect(others.map((more) => isSearchKey({ key: '/', ...more }))).not.toContain(true);
    dialog = new Element();
    expect(isSearchKey({ key: '/' })).toBe(false);
  });
});

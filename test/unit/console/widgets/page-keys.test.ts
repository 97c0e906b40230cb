import { beforeAll, describe, expect, it } from 'vitest';
import { loadModules } from '../support/load-modules.ts';
import { stubPage } from '../support/stub-page.ts';

interface Modules {
  readonly isForPage: (event: object) => boolean;
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
let isForPage: Modules['isForPage'];

beforeAll(async () => {
  stubPage({
    Element,
    document: { querySelector: () => dialog },
    localStorage: { getItem: () => null },
  });
  ({ isForPage } = await loadModules<Modules>('widgets/page-keys.ts'));
});

describe('a slash for the search', () => {
  it('is pressed, with Shift on keyboards that need it', () => {
    expect(isForPage({ key: '/', target: new Element('[role=grid]') })).toBe(true);
    expect(isForPage({ key: '/', shiftKey: true })).toBe(true);
  });

  it('is not for the page in a field, in another shortcut or below a dialog', () => {
    for (const field of ['input', 'textarea', 'select', '[contenteditable]', '[role=menu]']) {
      expect(isForPage({ key: '/', target: new Element(field) })).toBe(false);
    }
    const others = [
      { ctrlKey: true },
      { metaKey: true },
      { altKey: true },
      { defaultPrevented: true },
    ];
    expect(others.map((more) => isForPage({ key: '/', ...more }))).not.toContain(true);
    dialog = new Element();
    expect(isForPage({ key: '/' })).toBe(false);
    dialog = null;
  });
});

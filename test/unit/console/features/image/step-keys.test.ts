import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadModules } from '../../support/load-modules.ts';
import { stubPage } from '../../support/stub-page.ts';

interface Modules {
  readonly stepOfKey: (event: object) => string | null;
  readonly isLeaving: (event: object) => boolean;
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
  keys = await loadModules('features/image/step-keys.ts');
});

beforeEach(() => {
  open = null;
});

describe('a key on the page of an image', () => {
  it('steps to a neighbour by an arrow, and leaves by Escape', () => {
    expect(keys.stepOfKey({ key: 'ArrowLeft' })).toBe('previous');
    expect(keys.stepOfKey({ key: 'ArrowRight', target: new Element(false) })).toBe('next');
    expect(keys.isLeaving({ key: 'Escape', target: new Element(false) })).toBe(true);
    expect([keys.stepOfKey({ key: 'Escape' }), keys.isLeaving({ key: 'x' })]).toEqual([
      null,
      false,
    ]);
  });

  it('does neither while it has another meaning', () => {
    const meanings = [
      { ctrlKey: true },
      { shiftKey: true },
      { repeat: true },
      { defaultPrevented: true },
      { target: new Element(true) },
    ];
    expect(meanings.map((more) => keys.isLeaving({ key: 'Escape', ...more }))).not.toContain(true);
    expect(meanings.filter((more) => keys.stepOfKey({ key: 'ArrowLeft', ...more }))).toEqual([]);
    open = new Element(false);
    expect(keys.isLeaving({ key: 'Escape' })).toBe(false);
    expect(keys.stepOfKey({ key: 'ArrowLeft' })).toBe(null);
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { drawComponent } from '../support/draw-component.ts';
import { loadModules } from '../support/load-modules.ts';
import { stubPage } from '../support/stub-page.ts';

interface Offer {
  readonly message: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

interface Modules {
  readonly showToast: (offer: Offer) => () => void;
  readonly Toasts: unknown;
}

let modules: Modules;

beforeEach(async () => {
  stubPage();
  vi.resetModules();
  modules = await loadModules('widgets/toast.tsx');
});

/** The shown messages, in their order. */
const readMessages = async (): Promise<(string | undefined)[]> => {
  const html = await drawComponent(modules.Toasts);
  return [...html.matchAll(/<span>([^<]+)<\/span>(?:<button|$)/gu)].map(([, said]) => said);
};

describe('messages', () => {
  it('of the same text appear once, below newer others', async () => {
    for (const message of ['Copied 2 links.', 'Deleted.', 'Copied 2 links.', 'Copied 2 links.']) {
      modules.showToast({ message });
    }
    expect(await readMessages()).toEqual(['Deleted.', 'Copied 2 links.']);
  });

  it('stay beside equal ones if they offer something', async () => {
    const action = { label: 'Undo', run: () => undefined };
    modules.showToast({ message: '1 photo deleted', action });
    modules.showToast({ message: '1 photo deleted', action });
    expect(await readMessages()).toHaveLength(2);
  });

  it('are closed by their own handle alone', async () => {
    const closeFirst = modules.showToast({ message: 'Saved.' });
    const closeSecond = modules.showToast({ message: 'Saved.' });
    closeFirst();
    expect(await readMessages()).toEqual(['Saved.']);
    closeSecond();
    expect(await readMessages()).toEqual([]);
  });
});

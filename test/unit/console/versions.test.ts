import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { disconnect, fakeApi } from './support/fake-api.ts';

// By path, since tests lack the types of pages.
const ACCEPT = new URL('../../../src/console/shell/activate-update.ts', import.meta.url).href;
const RELOAD = new URL('../../../src/console/state/reload-if-replaced.ts', import.meta.url).href;

/** Most deployments do not change it. */
const BASE_SCRIPT = '/assets/base-1.js';

interface Worker {
  postMessage(message: string): void;
}

let activateUpdate: (
  container: { addEventListener(name: string, heard: () => void): void },
  registration: { waiting: Worker | null },
  reload: () => void,
) => void;
let reloadIfReplaced: () => Promise<void>;

beforeAll(async () => {
  ({ activateUpdate } = (await import(ACCEPT)) as { activateUpdate: typeof activateUpdate });
  ({ reloadIfReplaced } = (await import(RELOAD)) as { reloadIfReplaced: typeof reloadIfReplaced });
});

describe('a new version of the console', () => {
  it('activates before the page reloads', () => {
    const said: string[] = [];
    const heard: (() => void)[] = [];
    const waiting = { postMessage: (message: string) => said.push(message) };
    const container = { addEventListener: (_: string, hear: () => void) => heard.push(hear) };
    activateUpdate(container, { waiting }, () => said.push('reload'));
    expect(said).toEqual(['take-over']);
    for (const hear of heard) hear();
    expect(said).toEqual(['take-over', 'reload']);
  });

  it('is shown immediately when another tab has activated it', () => {
    const reload = vi.fn<() => void>();
    activateUpdate({ addEventListener: () => undefined }, { waiting: null }, reload);
    expect(reload).toHaveBeenCalledOnce();
  });
});

describe('a window with a missing part', () => {
  const reload = vi.fn<() => void>();
  const stored = new Map<string, string>();
  const shell = (script: string): Response =>
    new Response(
      `<script src="${BASE_SCRIPT}"></script><script type="module" src="${script}"></script>`,
    );

  beforeEach(() => {
    reload.mockClear();
    stored.clear();
    vi.stubGlobal('location', { reload });
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    });
    vi.stubGlobal('document', {
      querySelectorAll: () =>
        [BASE_SCRIPT, '/assets/index-1.js'].map((source) => ({ getAttribute: () => source })),
    });
  });

  it('reloads when a deployment has replaced it, and not twice in a row', async () => {
    fakeApi({ 'GET /': shell('/assets/index-2.js') });
    await reloadIfReplaced();
    await reloadIfReplaced();
    expect(reload).toHaveBeenCalledOnce();
  });

  it('stays unchanged, with all typed text, when the network has failed', async () => {
    for (const answer of [
      shell('/assets/index-1.js'),
      disconnect,
      new Response('', { status: 503 }),
    ]) {
      fakeApi({ 'GET /': answer });
      await reloadIfReplaced();
    }
    expect(reload).not.toHaveBeenCalled();
  });
});

import type { ComponentType } from 'preact';
import lazy from 'preact-iso/lazy';
import { isConnected } from './state/connection.ts';

const STORAGE_KEY = 'reloaded-at';
const RELOAD_AGAIN_MS = 30_000;

/**
 * A page that is loaded when it is first asked for. When it cannot be, most often a deployment has taken away the old
 * one: the window is loaded anew, once. What still fails then is thrown where the page would be.
 */
export function loadPage(load: () => Promise<ComponentType>): ComponentType {
  return lazy(() =>
    load().catch((error: unknown) => {
      reloadOnce();
      return () => {
        throw error;
      };
    }),
  );
}

/** Loads the window anew, unless it has just been, or there is nothing to load from. */
export function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(STORAGE_KEY) ?? 0);
  if (!isConnected.value || Date.now() - last < RELOAD_AGAIN_MS) return;
  sessionStorage.setItem(STORAGE_KEY, String(Date.now()));
  location.reload();
}

import type { ComponentType } from 'preact';
import lazy from 'preact-iso/lazy';
import { reloadIfReplaced } from '../state/reload-if-replaced.ts';

/**
 * A page that is loaded when it is first asked for. When it cannot be, because a deployment has taken away the old one,
 * the window is loaded anew. What else keeps it away is thrown where the page would be.
 */
export function loadPage(load: () => Promise<ComponentType>) {
  return lazy(() =>
    load().catch(async (error: unknown) => {
      await reloadIfReplaced();
      return () => {
        throw error;
      };
    }),
  );
}

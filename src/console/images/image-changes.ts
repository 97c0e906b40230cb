/** Tells lists and pages, those of other tabs too, that images have changed. */

const CHANNEL = 'images';

const sender = new BroadcastChannel(CHANNEL);

/** After a change, once the service has it. */
export function announceChange(): void {
  sender.postMessage({ kind: 'changed' });
}

/** Calls `onChange` after each change, this tab's own among them; returns what ends that. */
export function watchChanges(onChange: () => void): () => void {
  const receiver = new BroadcastChannel(CHANNEL);
  receiver.addEventListener('message', ({ data }) => {
    if ((data as { readonly kind?: unknown } | null)?.kind === 'changed') onChange();
  });
  return () => receiver.close();
}

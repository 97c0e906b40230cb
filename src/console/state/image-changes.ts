/** Word of changed images between the pages and the tabs of a browser. */

const channel = new BroadcastChannel('images');
const watchers = new Set<() => void>();

channel.addEventListener('message', tellWatchers);

/** Tells pages here and in other tabs that images have come, gone, or are other than they were. */
export function announceImages(): void {
  channel.postMessage({ kind: 'changed' });
  tellWatchers();
}

/** Calls `watch` when images have changed; returns what ends that. */
export function watchImages(watch: () => void): () => void {
  watchers.add(watch);
  return () => watchers.delete(watch);
}

function tellWatchers(): void {
  for (const watch of watchers) watch();
}

/** Word of changed images between the pages and the tabs of a browser. */

import type { Image } from '../api/types.ts';

/** What is known of the change; nothing where only the service can say. */
export interface ImageChanges {
  readonly changed?: readonly Pick<Image, 'id' | 'visibility' | 'asset_link'>[];
  /** The ids of deleted images. */
  readonly gone?: readonly number[];
}

type Watch = (changes: ImageChanges) => void;

const channel = new BroadcastChannel('images');
const watchers = new Set<Watch>();

channel.addEventListener('message', ({ data }: MessageEvent<ImageChanges>) => tellWatchers(data));

/** Tells pages here and in other tabs that images have come, gone, or are other than they were. */
export function announceImages(changes: ImageChanges = {}): void {
  channel.postMessage({ kind: 'changed', ...changes });
  tellWatchers(changes);
}

/** Calls `watch` when images have changed; returns what ends that. */
export function watchImages(watch: Watch): () => void {
  watchers.add(watch);
  return () => watchers.delete(watch);
}

function tellWatchers(changes: ImageChanges): void {
  for (const watch of watchers) watch(changes);
}

import type { Image } from '../api/types.ts';

/** An image's changed fields. */
export type ChangedImage = Pick<Image, 'id'> & Partial<Image>;

/** The known part of a change; empty if only the service knows. */
export interface ImageChanges {
  readonly changed?: readonly ChangedImage[];
  readonly gone?: readonly number[];
  /** Albums that have new images. */
  readonly albums?: readonly number[];
}

type Watch = (changes: ImageChanges) => void;

const channel = new BroadcastChannel('images');
const watchers = new Set<Watch>();

channel.addEventListener('message', ({ data }: MessageEvent<ImageChanges>) => tellWatchers(data));

export function announceImages(changes: ImageChanges = {}): void {
  channel.postMessage({ kind: 'changed', ...changes });
  tellWatchers(changes);
}

export function watchImages(watch: Watch): () => void {
  watchers.add(watch);
  return () => watchers.delete(watch);
}

function tellWatchers(changes: ImageChanges): void {
  for (const watch of watchers) watch(changes);
}

import { createAlbum } from '../../../api/albums.ts';
import type { Album } from '../../../api/types.ts';

/** Makes one album for a title, also if an answer was lost and the person tries again. */
export function onceForTitle(): (title: string) => Promise<Album> {
  const keys = new Map<string, string>();
  return (title) => {
    const key = keys.get(title) ?? crypto.randomUUID();
    keys.set(title, key);
    return createAlbum({ title }, key);
  };
}

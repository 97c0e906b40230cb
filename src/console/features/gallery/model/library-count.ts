import { signal } from '@preact/signals';
import { api, call } from '../../../api/client.ts';
import { user } from '../../../state/session.ts';

/** How many images the whole library has; null while nobody knows. */
export const libraryCount = signal<number | null>(null);

/** Reads the number of images anew. */
export async function readLibraryCount(): Promise<void> {
  const asking = user.peek()?.id;
  try {
    const profile = await call(api.GET('/api/v1/user/profile'));
    if (user.peek()?.id === asking) libraryCount.value = profile.image_count;
  } catch {
    // The list itself says what is wrong; this is a number beside it.
  }
}

import { api, call } from '../../../api/client.ts';
import { perUser } from '../../../state/per-user.ts';
import { user } from '../../../state/session.ts';

/** The number of images in the whole library; null while unknown. */
export const libraryCount = perUser<number | null>(() => null);

export async function readLibraryCount(): Promise<void> {
  const asking = user.peek()?.id;
  try {
    const profile = await call(api.GET('/api/v1/user/profile'));
    if (user.peek()?.id === asking) libraryCount.value = profile.image_count;
  } catch {
    // The list reports the error.
  }
}

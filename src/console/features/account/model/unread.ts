/** The number of unread notifications, polled each minute while the page is visible. */

import { ApiError, ConnectionError } from '../../../../client/errors.ts';
import { api, call } from '../../../api/client.ts';
import { isConnected } from '../../../state/connection.ts';
import { perUser } from '../../../state/per-user.ts';
import { userId } from '../../../state/session.ts';

const EVERY_MS = 60_000;
/** The page's own requests come first, also for a while after it has loaded. */
const AFTER_LOAD_MS = 1000;

export const unreadCount = perUser(() => 0);

/** Ignores an answer if a notification was read here, or the account changed, after its request. */
export async function refreshUnread(): Promise<void> {
  const [before, person] = [unreadCount.peek(), userId.peek()];
  try {
    const page = call(api.GET('/api/v1/notifications/', { params: { query: { limit: 1 } } }));
    const { unread_count: count } = await page;
    if (unreadCount.peek() === before && userId.peek() === person) unreadCount.value = count;
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof ConnectionError)) throw error;
  }
}

export function followUnread(): () => void {
  const look = (): void => {
    if (document.visibilityState === 'visible' && isConnected.peek()) void refreshUnread();
  };
  let first: ReturnType<typeof setTimeout> | undefined;
  const lookSoon = (): void => void (first = setTimeout(look, AFTER_LOAD_MS));
  if (document.readyState === 'complete') lookSoon();
  else addEventListener('load', lookSoon, { once: true });
  const timer = setInterval(look, EVERY_MS);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    clearTimeout(first);
    removeEventListener('load', lookSoon);
    document.removeEventListener('visibilitychange', look);
  };
}

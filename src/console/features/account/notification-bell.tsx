import { useEffect } from 'preact/hooks';
import { formatNumber } from '../../state/format.ts';
import { text } from '../../text/language.ts';
import { user } from '../../state/session.ts';
import { Icon } from '../../widgets/icon.tsx';
import { followUnread, unreadCount } from './model/unread.ts';

const MOST_SHOWN = 99;

export function NotificationBell({ isCurrent }: { readonly isCurrent: boolean }) {
  const { common } = text.value;
  const unread = unreadCount.value;
  // The account may change without a signed-out state in between.
  useEffect(followUnread, [user.value?.id]);
  const label =
    unread === 0 ? common.notifications : `${common.notifications}: ${common.unread(unread)}`;
  return (
    <a
      class="bell"
      href="/account/notifications"
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      title={label}
    >
      <Icon name="bell" />
      {unread > 0 && (
        <span class="bell-count" aria-hidden="true">
          {unread > MOST_SHOWN ? `${formatNumber(MOST_SHOWN)}+` : formatNumber(unread)}
        </span>
      )}
    </a>
  );
}

import { findNoticeKind, readNoticeFacts } from './model/notice-words.ts';
import type { Notification } from '../../api/types.ts';
import { formatTime } from '../../state/format.ts';
import { formatRelative } from '../../state/format-relative.ts';
import { accountText } from '../../text/account.ts';
import { IconButton } from '../../widgets/button.tsx';
import { Icon, type IconName } from '../../widgets/icon.tsx';

const ICONS: Readonly<Record<Notification['type'], IconName>> = {
  account: 'person',
  security: 'lock',
  image: 'gallery',
  system: 'gear',
};

interface RowProps {
  readonly notification: Notification;
  readonly onRead: () => Promise<void>;
  readonly onDelete: () => Promise<void>;
}

export function NotificationRow({ notification, onRead, onDelete }: RowProps) {
  const { notifications: words } = accountText.value;
  const { id, type, is_read: isRead, created_at: createdAt } = notification;
  const { title, message } = describe(notification);
  const { imageId } = readNoticeFacts(notification);
  return (
    <li class="account-row account-notice" data-id={id} data-unread={!isRead} tabIndex={-1}>
      <Icon name={ICONS[type]} />
      <div class="account-row-text">
        <h3>
          {title} {!isRead && <span class="account-mark">{words.unread}</span>}
        </h3>
        <p>{message}</p>
        <p class="account-soft">
          {words.types[type]}
          {' · '}
          <time datetime={createdAt} title={formatTime(createdAt)}>
            {formatRelative(createdAt)}
          </time>
          {imageId !== null && (
            <>
              {' · '}
              <a href={`/images/${String(imageId)}`}>{words.toImage}</a>
            </>
          )}
        </p>
      </div>
      <div class="account-row-actions">
        {!isRead && (
          <IconButton icon="check" label={words.readOne(title)} onClick={() => void onRead()} />
        )}
        <IconButton icon="trash" label={words.deleteOne(title)} onClick={() => void onDelete()} />
      </div>
    </li>
  );
}

/** In the console's language if the notification is known, else in the stored text. */
function describe(notification: Notification): { title: string; message: string } {
  const { notices, failures } = accountText.value;
  const kind = findNoticeKind(notification);
  if (kind === null) return notification;
  const { filename, reason, deletionDueAt } = readNoticeFacts(notification);
  const { title, message } = notices[kind];
  if (kind === 'deletionScheduled' && deletionDueAt !== '') {
    return { title, message: notices.deletionScheduled.messageAt(formatTime(deletionDueAt)) };
  }
  if (kind !== 'imageFailed') return { title, message };
  const why = Object.hasOwn(failures, reason) ? failures[reason as keyof typeof failures] : message;
  return { title, message: filename === '' ? why : `${filename}: ${why}` };
}

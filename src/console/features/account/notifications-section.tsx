import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { findNeighbour } from './model/notification-list.ts';
import { unreadCount } from './model/unread.ts';
import { explainError } from '../../state/explain-error.ts';
import { text } from '../../text/language.ts';
import { accountText } from '../../text/account.ts';
import { Button } from '../../widgets/button.tsx';
import { EmptyState, ErrorState } from '../../widgets/states.tsx';
import { showToast } from '../../widgets/toast.tsx';
import { useFocusFallback } from '../../widgets/use-focus-fallback.ts';
import { ConfirmInPlace } from './confirm-in-place.tsx';
import { NotificationRow } from './notification-row.tsx';
import { LoadingLine } from './loading-line.tsx';
import { useNotifications } from './use-notifications.ts';

export function NotificationsSection() {
  const { common } = text.value;
  const account = accountText.value;
  const { notifications: words } = account;
  const isUnreadOnly = useSignal(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const rows = useRef<HTMLUListElement>(null);
  const found = useNotifications(isUnreadOnly.value);
  const { items, cursor } = found.list ?? {};
  useFocusFallback(() => heading.current);

  const attempt = async (action: () => Promise<void>): Promise<void> => {
    try {
      await action();
    } catch (error) {
      showToast({ message: explainError(error), kind: 'failure' });
    }
  };
  const focusRow = (id: number | null): void => {
    const row = rows.current?.querySelector<HTMLElement>(`[data-id="${String(id)}"]`);
    (row ?? heading.current)?.focus();
  };
  const read = (id: number) => async (): Promise<void> => {
    await attempt(() => found.read(id));
    focusRow(id);
  };
  // The focus moves to the item that replaces a deleted one.
  const remove = (id: number) => async (): Promise<void> => {
    const next = findNeighbour(items ?? [], id);
    await attempt(() => found.remove(id));
    focusRow(next);
  };
  return (
    <section class="account-list-card card" aria-labelledby="account-notifications">
      <header class="account-list-header">
        <h2 id="account-notifications" ref={heading} tabIndex={-1}>
          {common.notifications}
        </h2>
        <div class="account-actions">
          {unreadCount.value > 0 && (
            <Button icon="check" onClick={() => void attempt(found.readAll)}>
              {words.readAll}
            </Button>
          )}
          {items !== undefined && items.length > 0 && (
            <ConfirmInPlace
              label={words.clear}
              question={words.clearQuestion}
              action={words.clear}
              onConfirm={() => attempt(found.clear)}
            />
          )}
        </div>
      </header>
      <label class="account-check">
        <input
          type="checkbox"
          checked={isUnreadOnly.value}
          onChange={(event) => {
            isUnreadOnly.value = event.currentTarget.checked;
          }}
        />
        {words.unreadOnly}
      </label>
      <div role="status">
        {items !== undefined && found.hasNew.value && (
          <Button onClick={found.reload}>{words.showNew}</Button>
        )}
      </div>
      {items === undefined && found.error.value === null && <LoadingLine />}
      {found.error.value !== null && (
        <ErrorState error={found.error.value} onRetry={found.reload} />
      )}
      {items?.length === 0 && cursor === '' && (
        <EmptyState icon="bell" title={isUnreadOnly.value ? words.nothingUnread : words.nothing}>
          <p>{words.nothingHint}</p>
        </EmptyState>
      )}
      {items !== undefined && items.length > 0 && (
        <ul class="account-list" ref={rows}>
          {items.map((item) => (
            <NotificationRow
              key={item.id}
              notification={item}
              onRead={read(item.id)}
              onDelete={remove(item.id)}
            />
          ))}
        </ul>
      )}
      {cursor !== undefined && cursor !== '' && (
        <Button isBusy={found.isLoadingMore.value} onClick={() => void attempt(found.loadMore)}>
          {common.more}
        </Button>
      )}
    </section>
  );
}

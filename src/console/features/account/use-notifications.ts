import { useSignal, useSignalEffect, type ReadonlySignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import {
  addPage,
  markAllRead,
  markRead,
  removeOne,
  startList,
  type NotificationList,
} from './model/notification-list.ts';
import { unreadCount } from './model/unread.ts';
import { api, call } from '../../api/client.ts';
import type { NotificationPage } from '../../api/types.ts';
import { unlessGone } from '../../api/unless-gone.ts';
import { useResource, type Resource } from '../../state/resource.ts';

export interface Notifications extends Pick<Resource<NotificationList>, 'error' | 'reload'> {
  readonly list: NotificationList | undefined;
  readonly isLoadingMore: ReadonlySignal<boolean>;
  /** Whether new ones are not in the list; `reload` shows them. */
  readonly hasNew: ReadonlySignal<boolean>;
  readonly loadMore: () => Promise<void>;
  readonly read: (id: number) => Promise<void>;
  readonly readAll: () => Promise<void>;
  readonly remove: (id: number) => Promise<void>;
  readonly clear: () => Promise<void>;
}

export function useNotifications(isUnreadOnly: boolean): Notifications {
  const hasNew = useSignal(false);
  const known = useRef(Number.POSITIVE_INFINITY);
  const { value, error, reload, set } = useResource(async (signal) => {
    const page = await readPage(isUnreadOnly, '', signal);
    known.current = page.unread_count;
    hasNew.value = false;
    unreadCount.value = page.unread_count;
    return { ...startList(page), isUnreadOnly };
  }, isUnreadOnly);
  useSignalEffect(() => {
    if (unreadCount.value > known.current) hasNew.value = true;
    known.current = unreadCount.value;
  });
  const isLoadingMore = useSignal(false);
  const change = (next: (list: NotificationList) => NotificationList): void => {
    const list = value.peek();
    if (list !== undefined) set({ ...next(list), isUnreadOnly: list.isUnreadOnly });
  };
  const loadMore = async (): Promise<void> => {
    if (isLoadingMore.value) return;
    isLoadingMore.value = true;
    try {
      const cursor = value.peek()?.cursor ?? '';
      const page = await readPage(isUnreadOnly, cursor);
      change((list) => addPage(list, cursor, page));
    } finally {
      isLoadingMore.value = false;
    }
  };
  const findUnread = (id: number): boolean =>
    value.peek()?.items.some((item) => item.id === id && !item.is_read) === true;
  return {
    // A list of another filter is not shown.
    list: value.value?.isUnreadOnly === isUnreadOnly ? value.value : undefined,
    error,
    reload,
    isLoadingMore,
    hasNew,
    loadMore,
    read: async (id) => {
      await unlessGone(
        call(api.PATCH('/api/v1/notifications/{id}/read', { params: { path: { id } } })),
      );
      if (findUnread(id)) unreadCount.value = Math.max(0, unreadCount.value - 1);
      change((list) => markRead(list, id));
    },
    readAll: async () => {
      await call(api.PATCH('/api/v1/notifications/batch-read'));
      unreadCount.value = 0;
      change(markAllRead);
    },
    remove: async (id) => {
      await unlessGone(
        call(api.DELETE('/api/v1/notifications/{id}', { params: { path: { id } } })),
      );
      if (findUnread(id)) unreadCount.value = Math.max(0, unreadCount.value - 1);
      change((list) => removeOne(list, id));
      const left = value.peek();
      if (left?.items.length === 0 && left.cursor !== '') await loadMore();
    },
    clear: async () => {
      await call(api.DELETE('/api/v1/notifications/clear'));
      unreadCount.value = 0;
      set({ items: [], cursor: '', isUnreadOnly });
    },
  };
}

function readPage(
  isUnreadOnly: boolean,
  cursor: string,
  signal?: AbortSignal,
): Promise<NotificationPage> {
  return call(
    api.GET('/api/v1/notifications/', {
      params: { query: { cursor, unread: isUnreadOnly ? 'true' : 'false' } },
      ...(signal === undefined ? {} : { signal }),
    }),
  );
}

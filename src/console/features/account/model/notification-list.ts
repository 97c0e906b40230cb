import type { Notification, NotificationPage } from '../../../api/types.ts';

export interface NotificationList {
  readonly items: readonly Notification[];
  /** '' after the last page. */
  readonly cursor: string;
}

export function startList({
  notifications,
  next_cursor: cursor,
}: NotificationPage): NotificationList {
  return { items: notifications, cursor };
}

/** Unless the list was replaced. Loaded items stay: they may have been read meanwhile. */
export function addPage(
  list: NotificationList,
  cursor: string,
  page: NotificationPage,
): NotificationList {
  if (list.cursor !== cursor) return list;
  const known = new Set(list.items.map(({ id }) => id));
  const added = page.notifications.filter(({ id }) => !known.has(id));
  return { items: [...list.items, ...added], cursor: page.next_cursor };
}

/** Marks one as read. It stays in a list of unread ones, so that nothing jumps. */
export function markRead(list: NotificationList, id: number): NotificationList {
  return {
    ...list,
    items: list.items.map((item) => (item.id === id ? { ...item, is_read: true } : item)),
  };
}

export function markAllRead(list: NotificationList): NotificationList {
  return { ...list, items: list.items.map((item) => ({ ...item, is_read: true })) };
}

export function removeOne(list: NotificationList, id: number): NotificationList {
  return { ...list, items: list.items.filter((item) => item.id !== id) };
}

/** The item that replaces a deleted one: the next, else the previous; null if it is alone. */
export function findNeighbour(items: readonly Notification[], id: number): number | null {
  const at = items.findIndex((item) => item.id === id);
  return (items[at + 1] ?? items[at - 1])?.id ?? null;
}

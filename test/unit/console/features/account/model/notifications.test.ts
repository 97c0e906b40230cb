import { describe, expect, it } from 'vitest';
import {
  addPage,
  findNeighbour,
  markAllRead,
  markRead,
  removeOne,
  startList,
} from '../../../../../../src/console/features/account/model/notification-list.ts';
import {
  findNoticeKind,
  readNoticeFacts,
} from '../../../../../../src/console/features/account/model/notice-words.ts';
import type { Notification, NotificationPage } from '../../../../../../src/console/api/types.ts';

const notice = (id: number, isRead = false): Notification => ({
  id,
  user_id: 1,
  type: 'system',
  title: 'Title',
  message: 'Message',
  is_read: isRead,
  metadata: '{}',
  created_at: '2026-11-22T00:00:00Z',
});

const page = (ids: readonly number[], cursor = ''): NotificationPage => ({
  notifications: ids.map((id) => notice(id)),
  next_cursor: cursor,
  has_more: cursor !== '',
  unread_count: ids.length,
});

describe('a list of notifications', () => {
  it('grows by pages, and keeps its present entries', () => {
    const read = markRead(startList(page([9, 8], 'next')), 8);
    const list = addPage(read, 'next', page([8, 7]));
    expect(list.items.map(({ id, is_read: isRead }) => [id, isRead])).toEqual([
      [9, false],
      [8, true],
      [7, false],
    ]);
    expect(list.cursor).toBe('');
    // A list that is no longer shown asked for it.
    expect(addPage(list, 'next', page([6]))).toBe(list);
  });

  it('shows read notifications as read, and keeps them', () => {
    const list = startList(page([3, 2]));
    expect(markRead(list, 3).items.map(({ is_read: isRead }) => isRead)).toEqual([true, false]);
    expect(markAllRead(list).items.every(({ is_read: isRead }) => isRead)).toBe(true);
  });

  it('moves the focus from a removed entry to the next one, or to the last', () => {
    const list = startList(page([3, 2, 1]));
    expect([findNeighbour(list.items, 2), findNeighbour(list.items, 1)]).toEqual([1, 2]);
    expect(findNeighbour(startList(page([1])).items, 1)).toBeNull();
    expect(removeOne(list, 2).items.map(({ id }) => id)).toEqual([3, 1]);
  });
});

describe('the text of a notification', () => {
  it('is chosen by the notification’s title, else it is the service’s', () => {
    expect(findNoticeKind({ title: 'Password changed' })).toBe('passwordChanged');
    expect(findNoticeKind({ title: 'Maintenance' })).toBeNull();
    expect(findNoticeKind({ title: 'constructor' })).toBeNull();
  });

  it('is filled in from any metadata', () => {
    const failed = {
      message: 'a: b.jpg: Publishing failed.',
      metadata: '{"image_id":7,"upload_id":"x","reason":"too_large"}',
    };
    expect(readNoticeFacts(failed)).toEqual({
      imageId: 7,
      filename: 'a: b.jpg',
      reason: 'too_large',
      deletionDueAt: '',
    });
    for (const metadata of ['', 'null', '7', '{"image_id":"7","reason":1}']) {
      const facts = { imageId: null, filename: '', reason: '', deletionDueAt: '' };
      expect(readNoticeFacts({ message: 'Message', metadata })).toEqual(facts);
    }
  });
});

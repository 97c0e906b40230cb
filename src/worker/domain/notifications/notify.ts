import { query } from '../../db/query.ts';
import { notifications, type NotificationType } from '../../db/schema/notifications.ts';
import { prepareWrite, type Params, type Statement } from '../../db/statement.ts';
import { writeFacts, type Facts } from '../facts.ts';

export interface Notice {
  readonly userId: number;
  readonly type: NotificationType;
  readonly title: string;
  readonly message: string;
  readonly metadata?: Facts;
}

/** Goes in the batch of the change that it reports. */
export function notify({ metadata = {}, ...notice }: Notice, nowMs: number): Statement<number> {
  return insertNotice({ ...notice, metadata: writeFacts(metadata), now: nowMs });
}

const insertNotice = prepareWrite(
  (
    p: Params<{
      userId: number;
      type: NotificationType;
      title: string;
      message: string;
      metadata: string;
      now: number;
    }>,
  ) =>
    query.insert(notifications).values({
      userId: p.userId,
      type: p.type,
      title: p.title,
      message: p.message,
      metadata: p.metadata,
      createdAt: p.now,
    }),
);

import { and, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { insertFrom, jsonValues } from '../../db/query.ts';
import { outboxEvents } from '../../db/schema/outbox.ts';
import { shareLinks } from '../../db/schema/share-links.ts';
import { prepareWrite, type Params, type Statement } from '../../db/statement.ts';
import type { OutboxKind } from '../outbox/events.ts';
import { lastViewAt } from './late-writers.ts';

/**
 * The counts of limited links, which stand outside the database. These statements go before the one that ends the links.
 * The counts are erased once no view that was admitted before can count any more: it would make a new count.
 */

export function eraseShareViewsOf(imageIds: readonly number[], now: number): Statement<number> {
  return eraseOfImages({ imageIds, now, availableAt: lastViewAt(now) });
}

export function eraseShareViews(
  link: { readonly imageId: number; readonly linkId: number },
  now: number,
): Statement<number> {
  return eraseOfLink({ ...link, now, availableAt: lastViewAt(now) });
}

type Due = { now: number; availableAt: number };

const eraseOfImages = prepareWrite((p: Params<Due & { imageIds: readonly number[] }>) =>
  insertErasures(p, inArray(shareLinks.imageId, jsonValues(p.imageIds))),
);

const eraseOfLink = prepareWrite((p: Params<Due & { imageId: number; linkId: number }>) =>
  insertErasures(p, and(eq(shareLinks.imageId, p.imageId), eq(shareLinks.id, p.linkId))),
);

/** One event an image. */
function insertErasures({ now, availableAt }: Params<Due>, condition: SQL | undefined): SQL {
  const counted = and(condition, isNotNull(shareLinks.maxViews), isNull(shareLinks.revokedAt));
  return insertFrom(
    outboxEvents,
    {
      kind: 'erase' satisfies OutboxKind,
      payload: sql`json_object('keys', json_array(), 'share_links', json_group_array(${shareLinks.id}))`,
      availableAt,
      createdAt: now,
    },
    sql`FROM ${shareLinks} WHERE ${counted} GROUP BY ${shareLinks.imageId}`,
  );
}

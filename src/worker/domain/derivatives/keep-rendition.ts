import { and, eq, ne, sql } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { images, type Visibility } from '../../db/schema/images.ts';
import { prepareFirst, type Params } from '../../db/statement.ts';
import { describeError } from '../../lib/log.ts';
import type { Derivative } from '../../imaging/derive/derivative.ts';
import type { Services } from '../services.ts';
import type { Keeping } from './original.ts';

type KeepServices = Pick<Services, 'clock' | 'db' | 'log' | 'objects'>;

/**
 * Puts a rendition into the bucket, and takes it out again if its image has changed since: the change's own erasure may
 * have come before. What is left if this is cut off between the two, the change's second erasure removes. Never throws:
 * a rendition that is not kept is made again.
 */
export async function keepRendition(
  services: KeepServices,
  keeping: Keeping,
  { bytes, mimeType, sha256 }: Derivative & { readonly sha256: string },
): Promise<void> {
  const { clock, log, objects } = services;
  const { key } = keeping;
  if (clock.now() > keeping.until) return;
  try {
    await objects.replace(key, bytes, sha256, mimeType);
    if (!(await isUnchanged(services, keeping))) await objects.erase([key]);
  } catch (error) {
    log.error('rendition_not_kept', { key, reason: describeError(error) });
    await objects.erase([key]).catch(() => undefined);
  }
}

async function isUnchanged(
  { db }: KeepServices,
  { uniqueLink, visibility }: Keeping,
): Promise<boolean> {
  return (await db.run(selectShown({ uniqueLink, visibility }))) !== null;
}

const selectShown = prepareFirst((p: Params<{ uniqueLink: string; visibility: Visibility }>) =>
  query
    .select({ one: sql<number>`1` })
    .from(images)
    .innerJoin(users, and(eq(users.id, images.userId), ne(users.status, 'deleting')))
    .where(
      and(
        eq(images.uniqueLink, p.uniqueLink),
        eq(images.visibility, p.visibility),
        eq(images.processingStatus, 'completed'),
      ),
    ),
);

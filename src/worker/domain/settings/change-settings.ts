import { and, eq, inArray, isNotNull, isNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { GuardError, prepareGuard } from '../../db/guard.ts';
import { imageFiles, imageVariants } from '../../db/schema/images.ts';
import { outboxEvents } from '../../db/schema/outbox.ts';
import { uploadParts, uploadSessions } from '../../db/schema/uploads.ts';
import type { Params } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import { announceJob } from '../announce-job.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { EventPayload } from '../outbox/events.ts';
import type { Services } from '../services.ts';
import type { SettingKey } from './registry.ts';
import { storagePathInForce } from './storage-path.ts';
import type { SettingEntry } from './setting-entry.ts';
import { WRITE_SETTINGS_ERRORS, writeSettings } from './write-settings.ts';

/** The sweep announces the rest. */
const ANNOUNCED_MAX = 100;
const PATH_IN_USE = 'storage_path_in_use';

export const CHANGE_SETTINGS_ERRORS = [
  ...WRITE_SETTINGS_ERRORS,
  'storage_path_in_use',
] as const satisfies readonly ErrorName[];

export type ChangeServices = Pick<
  Services,
  'clock' | 'config' | 'directory' | 'log' | 'publishQueue' | 'siteFacts'
>;

/**
 * Also sets keys that depend on the deployment, and starts publications that waited for a watermark. A concurrent
 * upload may keep the old path.
 */
export async function changeSettings(
  services: ChangeServices,
  { userId }: Pick<Actor, 'userId'>,
  entries: readonly SettingEntry[],
): Promise<void> {
  const { STORAGE_PATH } = services.config;
  const paths = entries
    .filter(({ key }) => key === ('storage_path' satisfies SettingKey))
    .map(({ value }) => value);
  const guards = paths.map((path) => requireFreePath({ path, fallback: STORAGE_PATH }));
  try {
    const woken = await writeSettings(services, userId, entries, guards);
    const announced = woken.slice(0, ANNOUNCED_MAX);
    await Promise.all(announced.map((jobId) => announceJob(services, jobId)));
  } catch (error) {
    if (!(error instanceof GuardError) || error.reason !== PATH_IN_USE) throw error;
    throw new DomainError('storage_path_in_use', { cause: error });
  }
}

const requireFreePath = prepareGuard(
  PATH_IN_USE,
  (p: Params<{ path: string; fallback: string }>) => {
    const current = storagePathInForce(p.fallback);
    // '0' is the character after '/'.
    const isUnder = (column: SQLWrapper): SQL =>
      sql`(${column} >= ${current} || '/' AND ${column} < ${current} || '0')`;
    return sql`${current} = ${p.path} OR NOT (${sql.join(listUses(isUnder), sql` OR `)})`;
  },
);

const ERASED_KEYS = 'keys' satisfies keyof EventPayload<'erase'>;

function listUses(isUnder: (column: SQLWrapper) => SQL): SQL[] {
  const upload = (condition: SQL | undefined): SQL =>
    sql`EXISTS (SELECT 1 FROM ${uploadSessions} CROSS JOIN ${uploadParts}
      WHERE ${and(condition, eq(uploadParts.uploadId, uploadSessions.uploadId), isUnder(uploadParts.objectKey))})
      OR EXISTS (SELECT 1 FROM ${uploadSessions} WHERE ${and(condition, isUnder(uploadSessions.originalKey))})`;
  return [
    sql`EXISTS (SELECT 1 FROM ${imageVariants} WHERE ${isUnder(imageVariants.objectKey)})`,
    sql`EXISTS (SELECT 1 FROM ${imageFiles} WHERE ${isUnder(sql`(${imageFiles.storagePath} || '/')`)})`,
    upload(
      and(
        isNull(uploadSessions.closedAt),
        inArray(uploadSessions.status, ['initiated', 'uploading', 'processing']),
      ),
    ),
    upload(isNotNull(uploadSessions.eraseDueAt)),
    sql`EXISTS (SELECT 1 FROM ${outboxEvents}, json_each(${outboxEvents.payload}, ${`$.${ERASED_KEYS}`}) AS erased
      WHERE ${eq(outboxEvents.kind, 'erase')} AND ${isUnder(sql`erased.value`)})`,
  ];
}

import { and, eq, exists, or, sql } from 'drizzle-orm';
import type { Plan, Results } from '../../db/database.ts';
import { GuardError, prepareGuard } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { images, type ProcessingStatus, type Visibility } from '../../db/schema/images.ts';
import type { Params } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import { recordAudit, type AuditAction } from '../audit/record-audit.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Facts } from '../facts.ts';
import type { Services } from '../services.ts';
import {
  ACCESS_IMAGE_ERRORS,
  accessImage,
  type ImageAccess,
  type ImageActor,
} from './access-image.ts';
import type { ListedImage } from './listed-image.ts';

const AT_REST: ReadonlySet<ProcessingStatus> = new Set(['completed', 'failed']);

const MAX_ATTEMPTS = 3;
/** Guards of `plan` with this reason have the image read again. */
export const IMAGE_CHANGED = 'image_changed';

export interface ImageWrite<Steps extends Plan | null> {
  readonly image: ListedImage;
  readonly results: Steps extends Plan ? Results<Steps> : null;
}

/** Who may change another user's image: nobody, or an administrator, whose change is recorded as this. */
export type ForeignWrite = 'owner_only' | ImageDeed;

/** An entry of the audit trail. */
export interface ImageDeed {
  readonly action: AuditAction;
  /** Facts beside the owner. */
  readonly describe?: (image: ListedImage) => Facts;
}

export const WRITE_IMAGE_ERRORS = [
  ...ACCESS_IMAGE_ERRORS,
  'account_suspended',
  'account_locked',
  'image_in_work',
] as const satisfies readonly ErrorName[];

/**
 * Writes the planned steps in one batch. If the image or the actor's right to it has changed, the batch refuses and the
 * image is read again. `plan` returns null for nothing to write.
 * @param foreign an administrator's change to another user's image is recorded in the batch as this deed;
 *   `owner_only` refuses it (image_forbidden).
 * @param onUnknownOutcome runs when the batch fails otherwise, since it may be committed. Must not throw.
 */
export async function writeImage<const Steps extends Plan | null>(
  services: Pick<Services, 'clock' | 'db'>,
  actor: ImageActor,
  imageId: number,
  foreign: ForeignWrite,
  plan: (access: ImageAccess) => Steps | Promise<Steps>,
  onUnknownOutcome?: (image: ListedImage) => Promise<void>,
): Promise<ImageWrite<Steps>> {
  for (let attempt = 1; ; attempt += 1) {
    const access = await accessImage(services, actor, imageId);
    const deed = access.isOwner ? null : requireDeed(foreign);
    requireWritable(access);
    const { image } = access;
    const steps = await plan(access);
    if (steps === null) return { image, results: null } as ImageWrite<Steps>;
    const unchanged = guardUnchanged(access, actor.userId);
    const audit = deed === null ? [] : recordDeed(services, actor, image, deed);
    try {
      const results = await services.db.batch({ unchanged, ...steps, audit });
      return { image, results } as unknown as ImageWrite<Steps>;
    } catch (error) {
      if (!(error instanceof GuardError)) await onUnknownOutcome?.(image);
      const isChanged = error instanceof GuardError && error.reason === IMAGE_CHANGED;
      if (!isChanged || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

function requireDeed(foreign: ForeignWrite): ImageDeed {
  if (foreign === 'owner_only') throw new DomainError('image_forbidden');
  return foreign;
}

function requireWritable({ image, status }: ImageAccess): void {
  if (status === 'suspended') throw new DomainError('account_suspended');
  if (status !== 'active') throw new DomainError('account_locked');
  if (!AT_REST.has(image.processingStatus)) throw new DomainError('image_in_work');
}

function guardUnchanged({ image, isOwner }: ImageAccess, actorId: number) {
  const { id, processingStatus, visibility } = image;
  return requireUnchanged({ actorId, isOwner, imageId: id, processingStatus, visibility });
}

const requireUnchanged = prepareGuard(
  IMAGE_CHANGED,
  (
    p: Params<{
      actorId: number;
      isOwner: boolean;
      imageId: number;
      processingStatus: ProcessingStatus;
      visibility: Visibility;
    }>,
  ) =>
    exists(
      query
        .select({ one: sql`1` })
        .from(images)
        .innerJoin(users, eq(users.id, p.actorId))
        .where(
          and(
            eq(images.id, p.imageId),
            eq(images.processingStatus, p.processingStatus),
            eq(images.visibility, p.visibility),
            eq(users.status, 'active'),
            or(eq(users.role, 'admin'), p.isOwner),
          ),
        ),
    ),
);

function recordDeed(
  { clock }: Pick<Services, 'clock'>,
  { userId: actorId }: Pick<Actor, 'userId'>,
  image: ListedImage,
  { action, describe }: ImageDeed,
) {
  const detail = { userId: image.userId, ...describe?.(image) };
  return recordAudit({ actorId, action, subject: `image:${image.id}`, detail }, clock.now());
}

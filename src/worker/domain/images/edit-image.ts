import { and, eq, exists, sql } from 'drizzle-orm';
import { prepareGuard } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import { titleOf } from '../../lib/base-name.ts';
import type { ErrorName } from '../errors.ts';
import { purgedPaths } from '../links/make-link.ts';
import { announceEvents } from '../outbox/announce-events.ts';
import { recordPurges } from '../outbox/record-purges.ts';
import type { Services } from '../services.ts';
import { imageTitle, textValues, writtenTexts, type TextValues } from '../texts/stored-texts.ts';
import { invalidatePublic } from './invalidate-public.ts';
import type { ImageActor } from './access-image.ts';
import { LIMIT_WRITES_ERRORS, limitWrites } from './limit-writes.ts';
import type { ListedImage } from './listed-image.ts';
import { IMAGE_CHANGED, WRITE_IMAGE_ERRORS, writeImage } from './write-image.ts';

type EditServices = Pick<
  Services,
  'db' | 'clock' | 'config' | 'limiter' | 'log' | 'outboxQueue' | 'background' | 'publicCache'
>;

type Texts = Pick<ListedImage, 'title' | 'description' | 'altText'>;

/** Absent texts stay. An empty title becomes the file's name without its extension. */
export type TextEdit = { readonly [Name in keyof Texts]?: string | undefined };

export const EDIT_IMAGE_ERRORS = [
  ...WRITE_IMAGE_ERRORS,
  ...LIMIT_WRITES_ERRORS,
] as const satisfies readonly ErrorName[];

/** Search and share page follow at once, elsewhere within the life of caches. Returns the image as it is now. Idempotent. */
export async function editImage(
  services: EditServices,
  actor: ImageActor,
  imageId: number,
  edit: TextEdit,
): Promise<ListedImage> {
  await limitWrites(services, actor);
  const now = services.clock.now();
  const purge = (): void => services.background(announceEvents(services, 'purge'));
  const { image, results } = await writeImage(
    services,
    actor,
    imageId,
    { action: 'edit_image' },
    ({ image: found }) => {
      const texts = applyEdit(found, edit);
      if (isSame(found, texts)) return null;
      return {
        same: requireSameTexts({ imageId, ...textsOf(found) }),
        texts: setTexts({ imageId, now, ...texts, ...textValues({ ...found, ...texts }) }),
        purge: found.visibility === 'public' ? recordPurges([purgedPaths(found)], now) : [],
      };
    },
    async (found) => {
      purge();
      await invalidateTexts(services, found);
    },
  );
  if (results !== null) purge();
  // Also for an unchanged image: the request that changed it may have crashed before it told the caches.
  await invalidateTexts(services, image);
  return results === null ? image : { ...image, ...applyEdit(image, edit), updatedAt: now };
}

async function invalidateTexts(services: EditServices, image: ListedImage): Promise<void> {
  if (image.visibility === 'public') await invalidatePublic(services, image);
}

function applyEdit(image: ListedImage, edit: TextEdit): Texts {
  return {
    title: edit.title === '' ? titleOf(image.filename) : (edit.title ?? image.title),
    description: edit.description ?? image.description,
    altText: edit.altText ?? image.altText,
  };
}

function textsOf({ title, description, altText }: Texts): Texts {
  return { title, description, altText };
}

function isSame(a: Texts, b: Texts): boolean {
  return a.title === b.title && a.description === b.description && a.altText === b.altText;
}

/** The search text comes from all of them: an edit at the same time must not go into it unseen. */
const requireSameTexts = prepareGuard(
  IMAGE_CHANGED,
  (p: Params<{ imageId: number; title: string; description: string; altText: string }>) =>
    exists(
      query
        .select({ one: sql`1` })
        .from(images)
        .where(
          and(
            eq(images.id, p.imageId),
            eq(imageTitle, p.title),
            eq(images.description, p.description),
            eq(images.altText, p.altText),
          ),
        ),
    ),
);

const setTexts = prepareWrite(
  (
    p: Params<{ imageId: number; now: number; description: string; altText: string } & TextValues>,
  ) =>
    query
      .update(images)
      .set({
        description: p.description,
        altText: p.altText,
        ...writtenTexts(p, p.imageId),
        updatedAt: p.now,
      })
      .where(eq(images.id, p.imageId)),
);

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
import { packTaken, unpackTaken } from '../texts/stored-taken.ts';
import { imageTitle, textValues, writtenTexts, type TextValues } from '../texts/stored-texts.ts';
import { REQUIRE_TAG_ERRORS, requireTag, textsTag } from '../texts/texts-tag.ts';
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
type Editable = Texts & Pick<ListedImage, 'exposure'>;

/** Absent fields stay. An empty title becomes the file's name without its extension. */
export type ImageEdit = { readonly [Name in keyof Texts]?: string | undefined } & {
  /** Takes away where the photograph was taken. */
  readonly location?: null | undefined;
};

export const EDIT_IMAGE_ERRORS = [
  ...WRITE_IMAGE_ERRORS,
  ...LIMIT_WRITES_ERRORS,
  ...REQUIRE_TAG_ERRORS,
] as const satisfies readonly ErrorName[];

/**
 * Search and share page follow at once, elsewhere within the life of caches. Returns the image as it is now. Idempotent.
 * @param ifMatch of `imageTag`: texts that it does not name are changed by nobody who has not seen them.
 */
export async function editImage(
  services: EditServices,
  actor: ImageActor,
  imageId: number,
  edit: ImageEdit,
  ifMatch: string | null = null,
): Promise<ListedImage> {
  await limitWrites(services, actor);
  const now = services.clock.now();
  const purge = (): void => services.background(announceEvents(services, 'purge'));
  const { image, results } = await writeImage(
    services,
    actor,
    imageId,
    { action: 'edit_image' },
    async ({ image: found }) => {
      const edited = applyEdit(found, edit);
      const isShown = !isSame(found, edited);
      if (!isShown && edited.exposure === found.exposure) return null;
      if (isShown && ifMatch !== null) requireTag(ifMatch, await imageTag(found));
      return {
        same: requireSame({ imageId, ...editableOf(found) }),
        edited: setEdited({ imageId, now, ...edited, ...textValues({ ...found, ...edited }) }),
        // No page shows the place.
        purge:
          isShown && found.visibility === 'public' ? recordPurges([purgedPaths(found)], now) : [],
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

/** Names title, description and alternative text. */
export function imageTag({ title, description, altText }: Texts): Promise<string> {
  return textsTag([title, description, altText]);
}

async function invalidateTexts(services: EditServices, image: ListedImage): Promise<void> {
  if (image.visibility === 'public') await invalidatePublic(services, image);
}

function applyEdit(image: ListedImage, edit: ImageEdit): Editable {
  return {
    title: edit.title === '' ? titleOf(image.filename) : (edit.title ?? image.title),
    description: edit.description ?? image.description,
    altText: edit.altText ?? image.altText,
    exposure: edit.location === null ? withoutLocation(image) : image.exposure,
  };
}

function withoutLocation(image: ListedImage): string | null {
  return packTaken({ ...unpackTaken(image), location: undefined }).exposure;
}

function editableOf({ title, description, altText, exposure }: Editable): Editable {
  return { title, description, altText, exposure };
}

function isSame(a: Texts, b: Texts): boolean {
  return a.title === b.title && a.description === b.description && a.altText === b.altText;
}

type EditedValues = {
  imageId: number;
  title: string;
  description: string;
  altText: string;
  exposure: string | null;
};

/** The search text comes from all texts: an edit at the same time must not go into it unseen, nor may a place come back. */
const requireSame = prepareGuard(IMAGE_CHANGED, (p: Params<EditedValues>) =>
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
          sql`${images.exposure} IS ${p.exposure}`,
        ),
      ),
  ),
);

const setEdited = prepareWrite((p: Params<EditedValues & TextValues & { now: number }>) =>
  query
    .update(images)
    .set({
      description: p.description,
      altText: p.altText,
      exposure: p.exposure,
      ...writtenTexts(p, p.imageId),
      updatedAt: p.now,
    })
    .where(eq(images.id, p.imageId)),
);

import { inArray } from 'drizzle-orm';
import { query, jsonValues } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { prepareAll, type Params } from '../../db/statement.ts';
import { MASTER_KINDS } from '../../../shared/variants.ts';
import { ARCHIVE_VOLUME_IMAGES } from '../accounts/download-allowance.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import { listImages } from '../images/list-images.ts';
import type { ListedImage } from '../images/listed-image.ts';
import type { Services } from '../services.ts';
import { checkedVariants, MALFORMED } from '../variants/stored-variants.ts';
import { selectPlaces, type AlbumPlace } from './archive-albums.ts';

/** The stored file that goes into the archive: `master`, or the original of pipeline 1. */
export interface VolumeFile {
  readonly objectKey: string;
  readonly mimeType: string;
}

export interface Volume {
  readonly number: number;
  readonly images: readonly ListedImage[];
  /** By `imageFileId`; one whose publication failed for good, or whose variants are malformed, has none. */
  readonly files: ReadonlyMap<number, VolumeFile>;
  /** By image id. */
  readonly places: ReadonlyMap<number, readonly AlbumPlace[]>;
  readonly nextCursor: string;
}

const CURSOR_PATTERN = /^([1-9]\d{0,8})~(.+)$/u;

export const LIST_VOLUME_ERRORS = [
  // A cursor of another list.
  'invalid_parameter',
] as const satisfies readonly ErrorName[];

/** Oldest first, in two round trips. */
export async function listVolume(
  services: Pick<Services, 'db' | 'keys'>,
  actor: Actor,
  cursor: string,
): Promise<Volume> {
  const page = await listPage(services, actor, cursor);
  const imageIds = page.images.map(({ id }) => id);
  const { found, places } = await services.db.batch({
    found: selectFiles({ imageIds }),
    places: selectPlaces({ imageIds }),
  });
  const files = found.flatMap(({ imageFileId, variants }) =>
    (variants === MALFORMED ? [] : variants)
      .filter(({ kind }) => MASTER_KINDS.some((master) => master === kind))
      .map((file) => [imageFileId, file] as const),
  );
  const placesOf = Map.groupBy(places, ({ imageId }) => imageId);
  return { ...page, files: new Map(files), places: placesOf };
}

export async function findNextVolume(
  services: Pick<Services, 'db' | 'keys'>,
  actor: Actor,
  cursor: string,
): Promise<string> {
  return (await listPage(services, actor, cursor)).nextCursor;
}

async function listPage(
  services: Pick<Services, 'db' | 'keys'>,
  actor: Actor,
  cursor: string,
): Promise<Omit<Volume, 'files' | 'places'>> {
  const { number, position } = parseVolumeCursor(cursor);
  const { images, nextCursor } = await listImages(services, actor, {
    from: '',
    cursor: position,
    limit: ARCHIVE_VOLUME_IMAGES,
    order: { field: 'createdAt', isDescending: false },
    visibility: null,
    search: '',
  });
  return {
    number,
    images,
    nextCursor: nextCursor === '' ? '' : `${String(number + 1)}~${nextCursor}`,
  };
}

function parseVolumeCursor(cursor: string): { number: number; position: string } {
  if (cursor === '') return { number: 1, position: '' };
  const [, number, position] = CURSOR_PATTERN.exec(cursor) ?? [];
  if (number === undefined || position === undefined) {
    throw new DomainError('invalid_parameter', { message: 'cursor: unknown' });
  }
  return { number: Number(number), position };
}

const selectFiles = prepareAll((p: Params<{ imageIds: readonly number[] }>) =>
  query
    .select({ imageFileId: images.imageFileId, variants: checkedVariants() })
    .from(images)
    .where(inArray(images.id, jsonValues(p.imageIds))),
);

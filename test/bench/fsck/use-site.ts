import { randomUUID } from 'node:crypto';
import {
  ApiError,
  cookieCredentials,
  TintypeApi,
  uploadImage,
  type Credentials,
} from '../../../src/client/index.ts';
import { createNodeCodecs } from '../../../src/client/node/node-codecs.ts';
import { prepareParts, type PreparedImage } from '../../../src/client/imaging/prepare-parts.ts';
import { IMAGE_IN_WORK } from '../../../src/shared/error-codes.ts';
import { PASSWORD } from '../../e2e/support/insert-person.ts';
import { RECIPE } from '../../unit/client/imaging/fixtures/recipe.ts';
import { takePhotograph } from '../../unit/imaging/fixtures/sharp-images.ts';

const PEOPLE = 6;
const KEPT_IMAGES = 4;
const VIEWS = 5;
/** Every fourth upload is cancelled, within this time. */
const CANCELLED_EVERY = 4;
const CANCELLED_WITHIN_MS = 1000;
const PHOTOGRAPH = { width: 640, height: 480 };

/** How often each act has succeeded. */
export type Tally = Map<string, number>;

export interface Person {
  readonly username: string;
  readonly photograph: Photograph;
  /** Oldest first. */
  readonly images: Kept[];
}

interface Kept {
  readonly id: number;
  path: string;
  isPublic: boolean;
}

interface Photograph {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly prepared: PreparedImage;
}

interface Use {
  readonly people: readonly Person[];
  readonly end: AbortSignal;
  readonly tally: Tally;
}

interface Site {
  readonly baseUrl: string;
  readonly api: TintypeApi;
  readonly credentials: Credentials;
  readonly count: (act: string) => void;
}

export async function createPeople(): Promise<Person[]> {
  const jpeg = await takePhotograph(PHOTOGRAPH).jpeg({ quality: 90 }).toBuffer();
  const file = new Uint8Array(jpeg);
  const photograph = { file, prepared: await prepareParts(file, RECIPE, createNodeCodecs()) };
  return Array.from({ length: PEOPLE }, () => ({
    username: `fsck-${randomUUID().slice(0, 8)}`,
    photograph,
    images: [],
  }));
}

/** All people together until `end`, each for a round at least. @throws when one of them is refused. */
export async function useSite(baseUrl: string, { people, end, tally }: Use): Promise<void> {
  const count = (act: string): void => void tally.set(act, (tally.get(act) ?? 0) + 1);
  await Promise.all(
    people.map(async (person) => {
      const { username, images } = person;
      const credentials = cookieCredentials();
      const site = { baseUrl, credentials, api: new TintypeApi(baseUrl, credentials), count };
      await site.api.login({ username, password: PASSWORD });
      for (let round = 0; round === 0 || !end.aborted; round += 1) {
        await addImage(site, person, round);
        for (const { path } of images) await view(site, path, credentials.headers('GET'));
        const [oldest] = images;
        if (oldest !== undefined) await switchVisibility(site, oldest);
        if (images.length > KEPT_IMAGES) await deleteOldest(site, images);
      }
    }),
  );
}

async function addImage({ api, count }: Site, person: Person, round: number): Promise<void> {
  const { file, prepared } = person.photograph;
  const isPublic = round % 2 === 0;
  const cancelling = new AbortController();
  const uploading = uploadImage(file, {
    api,
    codecs: createNodeCodecs(),
    filename: `${String(round)}.jpg`,
    visibility: isPublic ? 'public' : 'private',
    prepared: { load: async () => prepared, save: async () => undefined },
    signal: cancelling.signal,
  });
  if (round % CANCELLED_EVERY === CANCELLED_EVERY - 1) {
    setTimeout(() => cancelling.abort(), Math.random() * CANCELLED_WITHIN_MS);
  }
  try {
    const { image_id, path } = await uploading;
    person.images.push({ id: image_id, path, isPublic });
    count('uploads published');
  } catch (error) {
    if (!cancelling.signal.aborted) throw error;
    count('uploads cancelled');
  }
}

async function view(
  { baseUrl, count }: Site,
  path: string,
  headers: Record<string, string> = {},
): Promise<void> {
  for (let turn = 0; turn < VIEWS; turn += 1) {
    const answer = await fetch(baseUrl + path, { headers });
    await answer.bytes();
    if (!answer.ok) throw new Error(`${path} answers ${String(answer.status)}`);
    count('views');
  }
}

/** A private image is also viewed by its token. */
async function switchVisibility(site: Site, image: Kept): Promise<void> {
  image.isPublic = !image.isPublic;
  const change = { visibility: image.isPublic ? 'public' : 'private' };
  const { asset_link } = await write<{ asset_link: string | null }>(
    site,
    'PATCH',
    `images/${String(image.id)}/visibility`,
    change,
  );
  if (asset_link !== null && image.path.endsWith('.webp')) image.path = `/i/${asset_link}.webp`;
  site.count('switches of visibility');
  if (image.isPublic) return;
  const path = `images/${String(image.id)}/tokens`;
  const { token } = await write<{ token: string }>(site, 'POST', path, {});
  await view(site, `${image.path}?token=${token}`);
}

async function write<Data>(
  { baseUrl, credentials }: Site,
  method: string,
  path: string,
  body: object,
): Promise<Data> {
  const answer = await fetch(`${baseUrl}/api/v1/${path}`, {
    method,
    headers: { ...credentials.headers(method), 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answers ${await answer.text()}`);
  return ((await answer.json()) as { data: Data }).data;
}

async function deleteOldest({ api, count }: Site, images: Kept[]): Promise<void> {
  const [oldest] = images;
  if (oldest === undefined) return;
  try {
    await api.deleteImage(oldest.id);
    images.shift();
    count('deletions');
  } catch (error) {
    // Its clean-up goes on: the next round deletes it.
    if (!(error instanceof ApiError) || error.code !== IMAGE_IN_WORK) throw error;
  }
}

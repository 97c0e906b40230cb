import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import {
  cookieCredentials,
  TintypeApi,
  uploadImage,
  type UploadSource,
} from '../../../../src/client/index.ts';
import { createNodeCodecs } from '../../../../src/client/node/node-codecs.ts';
import { insertPeople, PASSWORD } from '../../support/insert-person.ts';
import { retryWhileBusy } from '../../support/retry-while-busy.ts';
import { openSession } from '../../support/site-client.ts';
import { fillDemo } from './fill-demo.ts';
import { QUICK_SCHEDULER } from './quick-scheduler.ts';
import { seedLinks, type DemoLinks } from './seed-links.ts';

const PHOTOGRAPHS = '/usr/share/backgrounds';

export const DEMO_PASSWORD = PASSWORD;

/** Visitors of pages: signed out, without images, with images, scheduled for deletion, administrator. */
export const PEOPLE = ['nobody', 'newcomer', 'owner', 'leaver', 'administrator'] as const;

export type Person = (typeof PEOPLE)[number];

export interface Demo {
  readonly baseUrl: string;
  readonly names: Readonly<Record<Exclude<Person, 'nobody'>, string>>;
  /** Images of the owner; the last one is private. */
  readonly imageIds: readonly number[];
  /** Of all images, by hand. */
  readonly albumId: number;
  readonly links: DemoLinks & { /** Of the first image. */ readonly page: string };
}

/** Creates the accounts, uploads and shares at least five pictures for the owner, and seeds the records that pages show. */
export const seedDemo = async (
  { baseUrl, persistTo }: { readonly baseUrl: string; readonly persistTo: string },
  pictures: readonly UploadSource[],
): Promise<Demo> => {
  const suffix = randomUUID().slice(0, 8);
  const names = {
    newcomer: `nora-${suffix}`,
    owner: `ada-${suffix}`,
    leaver: `lea-${suffix}`,
    administrator: `grace-${suffix}`,
  };
  insertPeople({ persistTo }, [
    { username: names.newcomer, role: 'user' },
    { username: names.owner, role: 'user' },
    { username: names.leaver, role: 'user' },
    { username: names.administrator, role: 'admin' },
  ]);
  const api = new TintypeApi(baseUrl, cookieCredentials());
  await retryWhileBusy(() => api.login({ username: names.owner, password: DEMO_PASSWORD }));
  const codecs = createNodeCodecs();
  const imageIds: number[] = [];
  let page = '';
  for (const [index, { filename, read }] of pictures.entries()) {
    const visibility = index < pictures.length - 1 ? 'public' : 'private';
    const options = { api, codecs, filename, visibility, scheduler: QUICK_SCHEDULER } as const;
    const picture = await read();
    const image = await retryWhileBusy(() => uploadImage(picture, options));
    imageIds.push(image.image_id);
    page ||= `/p/${image.asset_link}`;
  }
  const owner = { username: names.owner, password: DEMO_PASSWORD };
  const client = await retryWhileBusy(() => openSession(baseUrl, owner));
  const { albumId, links } = await seedLinks(client, imageIds);
  const demo = { baseUrl, names, imageIds, albumId, links: { ...links, page } };
  fillDemo({ persistTo }, demo);
  return demo;
};

/** Images of a few colours in different shapes. */
export const drawPictures = (count: number): UploadSource[] =>
  Array.from({ length: count }, (_, index) => ({
    filename: `Picture ${String(index + 1)}.jpg`,
    read: () => drawPicture(index),
  }));

/** Photographs of this machine, filled up with drawn pictures. */
export const findPictures = (count: number): UploadSource[] => {
  const files = listPhotographs().slice(0, count);
  const photographs = files.map((file) => ({
    filename: file,
    read: async () => new Uint8Array(readFileSync(join(PHOTOGRAPHS, file))),
  }));
  return [...photographs, ...drawPictures(count - files.length)];
};

const listPhotographs = (): string[] => {
  try {
    return readdirSync(PHOTOGRAPHS).filter((name) => name.endsWith('.jpg'));
  } catch {
    return [];
  }
};

const SHAPES = [
  [900, 600],
  [600, 900],
  [800, 800],
  [1200, 480],
] as const;

const drawPicture = async (seed: number): Promise<Uint8Array<ArrayBuffer>> => {
  const [width, height] = SHAPES[seed % SHAPES.length] ?? SHAPES[0];
  const hue = (seed * 47) % 360;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${String(width)}" height="${String(height)}">
    <defs><linearGradient id="sky" x2="0" y2="1">
      <stop stop-color="hsl(${String(hue)}, 45%, 70%)"/>
      <stop offset="1" stop-color="hsl(${String((hue + 40) % 360)}, 50%, 35%)"/>
    </linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${String(20 + ((seed * 23) % 60))}%" cy="35%" r="12%" fill="hsl(${String(hue)}, 60%, 85%)"/>
    <path d="M0 ${String(height)} L${String(width * 0.4)} ${String(height * 0.5)} L${String(width)} ${String(height)} Z"
      fill="hsl(${String((hue + 200) % 360)}, 25%, 25%)"/>
  </svg>`;
  return new Uint8Array(await sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer());
};

import { doAll, type BySide } from './by-side.ts';
import type { Side } from './side.ts';
import {
  awaitImage,
  completeUpload,
  createUpload,
  prepareBatch,
  putMaster,
  putOtherParts,
  type PublishedImage,
} from './uploads.ts';

/** Values of a library that requests need. */
export interface Library {
  readonly publicLink: string;
  readonly privateLink: string;
  /** Access token of the private image. */
  readonly token: string;
  /** Cursor of a page in the middle. */
  readonly cursor: string;
}

const BATCHES = 6;
/** Images before a page in the middle. */
const DEPTH = 60;

/**
 * Seeds both sides with the same library, every third image private. It uses the API, which is stable across schema
 * changes and warms the Workers up.
 */
export async function fillLibraries(sides: BySide<Side>): Promise<BySide<Library>> {
  let images: BySide<PublishedImage>[] = [];
  for (let batch = 0; batch < BATCHES; batch += 1) images = await addBatch(sides);
  const [ours, base] = await Promise.all([
    describeLibrary(
      sides.ours,
      images.map((pair) => pair.ours),
    ),
    describeLibrary(
      sides.base,
      images.map((pair) => pair.base),
    ),
  ]);
  return { ours, base };
}

async function addBatch(sides: BySide<Side>): Promise<BySide<PublishedImage>[]> {
  const batch = await prepareBatch((index) => index % 3 === 0);
  const uploads = await doAll(sides, batch, async (side, prepared) => {
    const upload = await createUpload(side, prepared);
    await putMaster(side, upload);
    await putOtherParts(side, upload);
    await completeUpload(side, upload);
    return upload;
  });
  return doAll(sides, uploads, awaitImage);
}

async function describeLibrary(side: Side, images: readonly PublishedImage[]): Promise<Library> {
  const headers = side.bearer;
  const hidden = images.find(({ link }) => link.endsWith('S'));
  const shown = images.find(({ link }) => !link.endsWith('S'));
  if (hidden === undefined || shown === undefined) throw new Error('both kinds are needed');
  const path = `/api/v1/images/${hidden.id}/tokens`;
  const issued = await side.send('POST', path, { headers, json: {} });
  const page = await side.send('GET', `/api/v1/images/?limit=${DEPTH}`, { headers });
  return {
    publicLink: shown.link,
    privateLink: hidden.link,
    token: (JSON.parse(issued) as { data: { token: string } }).data.token,
    cursor: (JSON.parse(page) as { data: { next_cursor: string } }).data.next_cursor,
  };
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { renditionPath } from '../../../src/shared/renditions.ts';
import { findPictures } from '../../e2e/console/support/demo.ts';
import { seedImages, type SeededFile } from '../seed-images.ts';
import { startTintype } from '../start-tintype.ts';

const IMAGES = 60;
const WIDTH = 320;
const PHOTOGRAPHS = 4;
/** What `publish` measures. */
const PUBLISHED = { width: 2048, height: 1366 };
const QUALITY = 80;

export interface ThumbnailPages extends AsyncDisposable {
  readonly renditions: string;
  readonly published: string;
}

/** Two pages of the same 60 photographs at 320 px: parts of the installed ones, as renditions and as `publish`. */
export async function openThumbnailPages(): Promise<ThumbnailPages> {
  await using started = new AsyncDisposableStack();
  const tintype = started.use(await startTintype({ isQuiet: true }));
  const links = await seedImages(tintype.runtime, 2, await cutPhotographs());
  const { origin } = tintype.url;
  const pages = new Map([
    ['/renditions', links.map((link) => origin + renditionPath(link, WIDTH, 'webp'))],
    ['/published', links.map((link) => `${origin}/i/${link}.webp`)],
  ]);
  for (const url of [...pages.values()].flat()) await requireImage(url);
  const server = createServer(({ url = '' }, response) => {
    const shown = pages.get(url);
    response.writeHead(shown === undefined ? 404 : 200, { 'Content-Type': 'text/html' });
    response.end(shown === undefined ? '' : writePage(shown));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  started.defer(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const running = started.move();
  return {
    renditions: `http://127.0.0.1:${String(port)}/renditions`,
    published: `http://127.0.0.1:${String(port)}/published`,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** 15 different parts of each. */
async function cutPhotographs(): Promise<SeededFile[]> {
  const files: SeededFile[] = [];
  const sources = await Promise.all(findPictures(PHOTOGRAPHS).map((picture) => picture.read()));
  for (let index = 0; index < IMAGES; index += 1) {
    const source = sharp(sources[index % sources.length]).rotate();
    const { width, height } = await source.metadata();
    const share = 0.4 + (index / IMAGES) * 0.5;
    const [across, down] = [Math.floor(width * share), Math.floor(height * share)];
    const bytes = await source
      .extract({
        left: Math.floor(((width - across) * (index % 7)) / 6),
        top: Math.floor(((height - down) * (index % 5)) / 4),
        width: across,
        height: down,
      })
      .resize({ ...PUBLISHED, fit: 'cover' })
      .webp({ quality: QUALITY, effort: 2 })
      .toBuffer();
    files.push({ ...PUBLISHED, mimeType: 'image/webp', bytes: new Uint8Array(bytes) });
  }
  return files;
}

/** Also makes a rendition, so that visits find it made. */
async function requireImage(url: string): Promise<void> {
  const response = await fetch(url);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url}: ${String(response.status)}`);
}

function writePage(urls: readonly string[]): string {
  const height = Math.round((WIDTH * PUBLISHED.height) / PUBLISHED.width);
  const images = urls.map(
    (url) => `<img src="${url}" width="${String(WIDTH)}" height="${String(height)}" alt="Photo">`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Photos</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><h1>Photos</h1>${images.join('\n')}</body></html>`;
}

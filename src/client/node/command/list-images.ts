import { parseArgs } from 'node:util';
import type { TintypeApi } from '../../api.ts';
import type { ListedImage } from '../../protocol-types.ts';
import { openApi, readAccount } from './account-file.ts';
import { urlOf } from './image-address.ts';
import { print, UsageError } from './usage.ts';

const PAGE_IMAGES = 100;

/** Prints an image a line: id, URL, visibility, time and name, with tabs between them. */
export async function listImages(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      limit: { type: 'string', default: '20' },
      search: { type: 'string', default: '' },
    },
  });
  if (!/^[1-9]\d*$/u.test(values.limit)) throw new UsageError('--limit takes a number');
  const account = readAccount();
  let left = Number(values.limit);
  for await (const image of walkImages(openApi(account), values.search)) {
    const { id, visibility, created_at: createdAt, title, filename } = image;
    const url = urlOf(account.url, image) ?? `(${image.processing_status})`;
    const name = (title === '' ? filename : title).replaceAll(/\s+/gu, ' ');
    print([id, url, visibility, createdAt, name].join('\t'));
    left -= 1;
    if (left === 0) break;
  }
  return 0;
}

/** All images of a search, the newest first. */
export async function* walkImages(api: TintypeApi, search = ''): AsyncGenerator<ListedImage> {
  for (let cursor = ''; ;) {
    const page = await api.listImages({ cursor, search, limit: String(PAGE_IMAGES) });
    yield* page.images;
    if (!page.has_more) return;
    cursor = page.next_cursor;
  }
}

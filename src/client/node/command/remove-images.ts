import { parseArgs } from 'node:util';
import type { TintypeApi } from '../../api.ts';
import { openApi, readAccount } from './account-file.ts';
import { describeFailure } from './describe-failure.ts';
import { readLink } from './image-address.ts';
import { walkImages } from './list-images.ts';
import { UsageError, warn } from './usage.ts';

/** Deletes images by id or URL. Returns 1 if one is missing or refused; the others are deleted. */
export async function removeImages(args: readonly string[]): Promise<number> {
  const { positionals: names } = parseArgs({ args: [...args], allowPositionals: true });
  if (names.length === 0) throw new UsageError('rm takes ids or URLs');
  const account = readAccount();
  const wanted = names.map((name) => {
    const link = readLink(account.url, name);
    if (link === null && !/^[1-9]\d*$/u.test(name)) {
      throw new UsageError(`${name} is neither an id nor a URL of ${account.url}`);
    }
    return { name, link };
  });
  const api = openApi(account);
  const links = new Set(wanted.flatMap(({ link }) => link ?? []));
  const ids = links.size === 0 ? new Map<string, number>() : await findIds(api, links);
  let status = 0;
  for (const { name, link } of wanted) {
    const id = link === null ? Number(name) : ids.get(link);
    try {
      if (id === undefined) throw new Error('There is no such image');
      await api.deleteImage(id);
    } catch (error) {
      warn(`${name}: ${describeFailure(error)}`);
      status = 1;
    }
  }
  return status;
}

/** The API finds images by id alone, so the list is read until all links are found. */
async function findIds(api: TintypeApi, links: ReadonlySet<string>): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for await (const { id, asset_link: assetLink, unique_link: link } of walkImages(api)) {
    const known = [assetLink, link].find((name) => name !== null && links.has(name));
    if (known) found.set(known, id);
    if (found.size === links.size) break;
  }
  return found;
}

import { cookieCredentials, TintypeApi, uploadImage } from '../../../src/client/index.ts';
import { createNodeCodecs } from '../../../src/client/node/node-codecs.ts';
import { findPictures } from '../../e2e/console/support/demo.ts';
import { QUICK_SCHEDULER } from '../../e2e/console/support/quick-scheduler.ts';
import { openDatabase, PASSWORD } from '../../e2e/support/insert-person.ts';
import type { Server } from '../../e2e/support/server.ts';
import { libraryStatements } from '../../support/library.ts';

const PHOTOGRAPHS = 4;
const FIRST_ID = 1_000_000;
const FIRST_MS = Date.UTC(2016, 10, 1);
const YEARS_MS = 3652 * 86_400_000;

/** Uploads a few photographs and writes `count` further rows of ten years. Returns the ids of the photographs. */
export const fillLibrary = async (
  server: Server,
  username: string,
  count: number,
): Promise<number[]> => {
  const api = new TintypeApi(server.baseUrl, cookieCredentials());
  await api.login({ username, password: PASSWORD });
  const options = {
    api,
    codecs: createNodeCodecs(),
    visibility: 'public',
    scheduler: QUICK_SCHEDULER,
  } as const;
  const imageIds: number[] = [];
  for (const { filename, read } of findPictures(PHOTOGRAPHS)) {
    imageIds.push((await uploadImage(await read(), { ...options, filename })).image_id);
  }
  using database = openDatabase(server);
  const row = database.prepare('SELECT id FROM users WHERE username = ?').get(username);
  const userId = Number(row?.['id']);
  database.exec('BEGIN IMMEDIATE');
  for (const { text } of libraryStatements({ userId, count, from: FIRST_ID })) database.exec(text);
  database.exec(`UPDATE images SET created_at = ${FIRST_MS} + (id - ${FIRST_ID}) * ${YEARS_MS / count}
    WHERE id >= ${FIRST_ID}; UPDATE users SET image_count = image_count + ${count} WHERE id = ${userId}; COMMIT`);
  return imageIds;
};

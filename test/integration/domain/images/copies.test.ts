import { beforeEach, describe, expect, it } from 'vitest';
import { deleteImageAs } from '../../../support/images-api.ts';
import { listPage } from '../../../support/lists.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { restoreAs, trashAs } from '../../../support/trash-api.ts';
import { loseMessages, prepareUpload, uploadAll, uploadClient } from '../../../support/uploads.ts';
import { createTestWorker } from '../../../support/worker.ts';

const SOURCE = 'a'.repeat(64);
const worker = createTestWorker({ intercept: loseMessages() });
const { DB } = worker.env;

let person: Person;

beforeEach(async () => {
  person = await registerAndLogin(worker);
});

const upload = async (owner: Person, sha256: string | undefined): Promise<number> => {
  const client = uploadClient(worker, owner);
  const prepared = await prepareUpload();
  const source = { ...prepared.manifest.source, sha256 };
  const manifest = { ...prepared.manifest, source };
  const uploadId = await uploadAll(client, { ...prepared, manifest });
  await client.complete(uploadId);
  const session = await DB.prepare('SELECT image_id FROM upload_sessions WHERE upload_id = ?')
    .bind(uploadId)
    .first<{ image_id: number }>();
  const imageId = session?.image_id ?? 0;
  await setStatus(imageId, 'completed');
  return imageId;
};

const setStatus = (imageId: number, status: string) =>
  DB.prepare('UPDATE images SET processing_status = ? WHERE id = ?').bind(status, imageId).run();

const find = async (owner: Person, source_sha256 = SOURCE): Promise<number[]> => {
  const { status, data } = await listPage(worker, owner, { source_sha256 });
  expect(status).toBe(200);
  expect(data).toMatchObject({ next_cursor: '', has_more: false });
  return data.images.map(({ id }) => id);
};

describe('the images of a file', () => {
  it('are one’s own of the same bytes, the newest first', async () => {
    expect(await find(person)).toEqual([]);
    const first = await upload(person, SOURCE);
    await upload(person, 'b'.repeat(64));
    await upload(person, undefined);
    const second = await upload(person, SOURCE);
    expect(await find(person)).toEqual([second, first]);
    const newest = await listPage(worker, person, { source_sha256: SOURCE, limit: '1' });
    expect(newest.data.images.map(({ id }) => id)).toEqual([second]);
  });

  it('never tell that somebody else has the file', async () => {
    const other = await registerAndLogin(worker);
    await upload(other, SOURCE);
    expect(await find(person)).toEqual([]);
    const own = await upload(person, SOURCE);
    expect(await find(person)).toEqual([own]);
  });

  it('are none in the trash, and again those that come back from it', async () => {
    const imageId = await upload(person, SOURCE);
    await trashAs(worker, person, imageId);
    expect(await find(person)).toEqual([]);
    await restoreAs(worker, person, [imageId]);
    expect(await find(person)).toEqual([imageId]);
    await deleteImageAs(worker, person, imageId);
    expect(await find(person)).toEqual([]);
  });

  it('are none whose publication has failed', async () => {
    await setStatus(await upload(person, SOURCE), 'failed');
    expect(await find(person)).toEqual([]);
  });

  it('are both of two uploads at once', async () => {
    const both = await Promise.all([upload(person, SOURCE), upload(person, SOURCE)]);
    expect(await find(person)).toEqual(both.toSorted((a, b) => b - a));
  });

  it.each(['', 'A'.repeat(64), 'a'.repeat(63), '*'])('are not asked for by %j', async (hash) => {
    expect((await listPage(worker, person, { source_sha256: hash })).code).toBe(3000);
  });

  it('are found by an index', async () => {
    await upload(person, SOURCE);
    const plan = await DB.prepare(
      `EXPLAIN QUERY PLAN SELECT images.id FROM image_files JOIN images ON images.image_file_id = image_files.id
       WHERE source_key = unhex(?) AND images.user_id = ? ORDER BY image_files.id DESC LIMIT 1`,
    )
      .bind('00', person.userId)
      .all<{ detail: string }>();
    expect(plan.results.map(({ detail }) => detail).join('\n')).toContain('image_files_by_source');
    expect(plan.results.some(({ detail }) => detail.includes('TEMP B-TREE'))).toBe(false);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { seedPublishedImage, type SeededImage } from '../../../support/images.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { resetState } from '../../../support/reset-state.ts';
import { emptyTrashAs, restoreAs, trashAs } from '../../../support/trash-api.ts';
import { createTestWorker } from '../../../support/worker.ts';

const worker = createTestWorker();

const preview = async (id: number, { headers }: Pick<Person, 'headers'>) => {
  const response = await worker.fetch(`/api/v1/trash/${String(id)}/preview`, { headers });
  const bytes = new Uint8Array(await response.arrayBuffer());
  await worker.settle();
  return { status: response.status, bytes, headers: response.headers };
};

beforeEach(resetState);

describe('the preview of an image in the trash', () => {
  let owner: Person;
  let image: SeededImage;

  beforeEach(async () => {
    owner = await registerAndLogin(worker);
    const { userId } = owner;
    image = await seedPublishedImage(worker, { userId, visibility: 'private' });
    await trashAs(worker, owner, image.imageId);
  });

  it('is the square for its owner, which only the browser may keep', async () => {
    const shown = await preview(image.imageId, owner);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('Content-Type')).toBe('image/webp');
    expect(shown.headers.get('Cache-Control')).toBe('private, max-age=600, must-revalidate');
    const stored = await worker.env.BUCKET.get(image.keys.gallery);
    expect(shown.bytes).toEqual(new Uint8Array((await stored?.arrayBuffer()) ?? []));
  });

  it('counts no view', async () => {
    await preview(image.imageId, owner);
    await restoreAs(worker, owner, [image.imageId]);
    const row = await worker.env.DB.prepare('SELECT view_count FROM images').first();
    expect(row).toEqual({ view_count: 0 });
  });

  it('is not found for others, administrators included', async () => {
    const stranger = await registerAndLogin(worker);
    expect((await preview(image.imageId, stranger)).status).toBe(404);
    await worker.env.DB.prepare("UPDATE users SET role = 'admin' WHERE id = ?")
      .bind(stranger.userId)
      .run();
    expect((await preview(image.imageId, stranger)).status).toBe(404);
  });

  it('ends with the restoration and with the deletion for good', async () => {
    await restoreAs(worker, owner, [image.imageId]);
    expect((await preview(image.imageId, owner)).status).toBe(404);
    await trashAs(worker, owner, image.imageId);
    expect((await preview(image.imageId, owner)).status).toBe(200);
    await emptyTrashAs(worker, owner);
    expect((await preview(image.imageId, owner)).status).toBe(404);
  });

  it('is not found for an image that was not published', async () => {
    await worker.env.DB.prepare(
      "UPDATE trashed_images SET image = json_set(image, '$.processing_status', 'failed')",
    ).run();
    expect((await preview(image.imageId, owner)).status).toBe(404);
  });
});

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAvif } from '../../../../../src/worker/domain/publication/make-avif.ts';
import { publishImage } from '../../../../../src/worker/domain/publication/publish-image.ts';
import { deliverOutbox } from '../../../../../src/worker/jobs/deliver-outbox.ts';
import { call } from '../../../../support/api-call.ts';
import { WEBP } from '../../../../support/fixtures.ts';
import { seedProcessingImage, seedPublishedImage, seedUser } from '../../../../support/images.ts';
import { countInto, type Interceptor, type Tally } from '../../../../support/instrument.ts';
import { seedAvifJob } from '../../../../support/legacy-images.ts';
import { registerAndLogin, type Person } from '../../../../support/people.ts';
import { readState } from '../../../../support/publication.ts';
import { readRows, statement } from '../../../../support/sql.ts';
import { registerAdmin } from '../../../../support/states.ts';
import { createTestWorker } from '../../../../support/worker.ts';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string;
  readonly has_more: boolean;
}

type Row = Readonly<Record<string, unknown>>;

/** One row beyond the page, and the role. */
const OVERHEAD_ROWS = 8;
const LIMIT = 5;

const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
const worker = createTestWorker({ intercept: countInto(tally) });
const { DB } = worker.env;
let admin: Person;

beforeAll(async () => {
  admin = await registerAdmin(worker);
});

const list = async (path: string, query: Record<string, string> = {}) => {
  const text = new URLSearchParams(query).toString();
  const { code, data } = await call<Page<Row>>(worker, admin, 'GET', `/admin${path}?${text}`);
  return { code, ...data };
};
const retry = async (path: string) =>
  (await call(worker, admin, 'POST', `/admin${path}/retry`)).code;

/** Reads all pages of a list of so many rows, each at the cost of its own rows. */
const walk = async (path: string, query: Record<string, string>, rowsPerItem: number) => {
  const items: Row[] = [];
  for (let cursor = ''; ;) {
    tally.rowsRead = 0;
    const page = await list(path, { ...query, cursor, limit: String(LIMIT) });
    expect(page.code).toBe(0);
    expect(tally.rowsRead).toBeLessThanOrEqual((LIMIT + 1) * rowsPerItem + OVERHEAD_ROWS);
    items.push(...page.items);
    expect(page.has_more).toBe(page.next_cursor !== '');
    if (!page.has_more) return items;
    cursor = page.next_cursor;
  }
};

const breakGets: Interceptor = async ({ binding, method }, proceed) => {
  if (binding === 'BUCKET' && method === 'get') throw new Error('the bucket is out of reach');
  return proceed();
};

/** An image whose publication has used up its attempts. */
const failPublication = async () => {
  const seeded = await seedProcessingImage(worker);
  const broken = createTestWorker({ clock: worker.clock, intercept: breakGets });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await publishImage(broken.services, seeded.jobId);
    worker.clock.advance(600_000);
  }
  return seeded;
};

describe('publications', () => {
  beforeEach(() => DB.exec('DELETE FROM images'));

  it('that failed are listed with the reason, and can be retried', async () => {
    const seeded = await failPublication();
    const { items, has_more: hasMore } = await list('/publications', { status: 'failed' });
    expect(hasMore).toBe(false);
    expect(items).toMatchObject([
      {
        image_id: seeded.imageId,
        user_id: seeded.userId,
        upload_id: seeded.uploadId,
        kind: 'publish',
        status: 'failed',
        attempts: 5,
        failure: { code: 1000, message: expect.stringContaining('administrator') },
        last_error: expect.stringContaining('out of reach'),
        can_retry: true,
      },
    ]);
    expect(await retry(`/publications/${seeded.imageId}`)).toBe(0);
    expect((await list('/publications')).items).toEqual([]);
    expect(await retry(`/publications/${seeded.imageId}`)).toBe(4091);
    await publishImage(worker.services, seeded.jobId);
    expect(await readState(worker, seeded)).toMatchObject({ image: 'completed' });
    const { items: deeds } = await list('/audit', { subject: `image:${seeded.imageId}` });
    expect(deeds).toMatchObject([{ actor_id: admin.userId, action: 'retry_publication' }]);
  });

  it('of an AVIF are listed by their kind, and retried without a change of the image', async () => {
    const image = await seedAvifJob(worker);
    const broken = createTestWorker({ clock: worker.clock, intercept: breakGets });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await makeAvif(broken.services, image.jobId);
      worker.clock.advance(600_000);
    }
    expect((await list('/publications')).items).toMatchObject([
      { image_id: image.imageId, kind: 'avif', status: 'failed', failure: null, can_retry: true },
    ]);
    expect(await retry(`/publications/${image.imageId}`)).toBe(0);
    expect((await list('/publications', { status: 'queued' })).items).toMatchObject([
      { image_id: image.imageId, kind: 'avif', attempts: 0 },
    ]);
    expect(await retry(`/publications/${image.imageId}`)).toBe(4091);
    expect(await readState(worker, image, 'avif')).toMatchObject({
      image: 'completed',
      session: 'completed',
    });
    await makeAvif(worker.services, image.jobId);
    expect(await readState(worker, image, 'avif')).toMatchObject({ job: 'done' });
  });

  it('that cannot be retried answer 4091, unknown ones 4041, malformed ids 3001', async () => {
    const undecodable = WEBP.losslessAlpha.map((byte, at) => (at < 26 ? byte : 0xff));
    const { imageId, jobId } = await seedProcessingImage(worker, { source: undecodable });
    await publishImage(worker.services, jobId);
    expect((await list('/publications')).items).toMatchObject([
      { image_id: imageId, can_retry: false },
    ]);
    expect(await retry(`/publications/${imageId}`)).toBe(4091);
    expect(await retry('/publications/999999999')).toBe(4041);
    expect(await retry('/publications/zero')).toBe(3001);
  });

  it('are paged, the latest failures first, at the cost of one page', async () => {
    const { imageId, imageFileId } = await seedProcessingImage(worker);
    // Ids continue from file to file: no id of either kind is above this.
    const highest = imageId + imageFileId;
    await DB.batch([
      DB.prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
         INSERT INTO image_files (id, size, created_at) SELECT ${highest} + i, 0, 0 FROM n`,
      ),
      DB.prepare(
        `INSERT INTO images (id, user_id, image_file_id, unique_link, title, filename, visibility, pipeline_version,
           processing_status, width, height, file_size, created_at, updated_at)
         SELECT f.id, user_id, f.id, 'link' || f.id, '', '', 'public', 2, 'failed', 1, 1, 1, 0, 0
         FROM image_files f, images WHERE f.id > ${highest} AND images.id = ?`,
      ).bind(imageId),
      DB.prepare(
        `INSERT INTO publication_jobs (image_id, kind, upload_id, status, run_after, created_at, updated_at)
         SELECT id, iif(id % 3, 'publish', 'avif'), 'upload' || id, iif(id % 10 = 0, 'failed', 'done'), id / 20, 0, 0
         FROM images WHERE id > ${highest}`,
      ),
    ]);
    // The job, its index, the image, its upload.
    const items = await walk('/publications', { status: 'failed' }, 4);
    expect(items).toHaveLength(30);
    const ids = items.map(({ image_id: id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  });
});

describe('the outbox', () => {
  beforeEach(() => DB.exec('DELETE FROM outbox_events'));

  const add = async (kind: string, availableAt: number, payload: unknown): Promise<number> => {
    const row = DB.prepare(
      `INSERT INTO outbox_events (kind, payload, attempts, available_at, last_error, created_at)
       VALUES (?, ?, 3, ?, 'no answer', ?) RETURNING id`,
    ).bind(kind, JSON.stringify(payload), availableAt, worker.clock.now() - 5000);
    return Number(await row.first('id'));
  };

  it('lists waiting events by kind, with attempts, error and age, and retries on request', async () => {
    const later = worker.clock.now() + 3_600_000;
    const id = await add('erase', later, { keys: ['images/gone/master.webp', 'x'.repeat(600)] });
    expect((await list('/outbox')).code).toBe(3000);
    const { items } = await list('/outbox', { kind: 'erase' });
    expect(items).toMatchObject([
      { id, kind: 'erase', attempts: 3, last_error: 'no answer', age_ms: 5000 },
    ]);
    expect(items[0]?.['payload']).toMatch(/^\{"keys":\["images\/gone\/master\.webp",".{1,500}$/u);
    await deliverOutbox(worker.services, 'erase');
    expect((await list('/outbox', { kind: 'erase' })).items).toHaveLength(1);
    expect(await retry(`/outbox/${id}`)).toBe(0);
    await deliverOutbox(worker.services, 'erase');
    expect((await list('/outbox', { kind: 'erase' })).items).toEqual([]);
    expect(await retry(`/outbox/${id}`)).toBe(4041);
    expect(await retry('/outbox/-1')).toBe(3001);
    const { items: deeds } = await list('/audit', { subject: `event:${id}` });
    // The no-op is not among them.
    expect(deeds).toMatchObject([{ actor_id: admin.userId, action: 'retry_event' }]);
  });

  it('is paged by due time, at the cost of one page', async () => {
    for (let event = 0; event < 23; event += 1) {
      await add('purge', event < 3 ? event : 3, { paths: [`/i/${event}`] });
      await add('account', 0, { user_id: 999_999_999 });
    }
    // Events beside the last one and after it, each with its index entry.
    const items = await walk('/outbox', { kind: 'purge' }, 4);
    expect(items).toHaveLength(23);
    const due = items.map(({ due_at: at, id }) => [Date.parse(String(at)), Number(id)] as const);
    expect(due).toEqual(due.toSorted(([a, one], [b, other]) => a - b || one - other));
    // A due event keeps its position.
    const { id } = items[0] ?? {};
    expect(await retry(`/outbox/${String(id)}`)).toBe(0);
    expect((await list('/outbox', { kind: 'purge', limit: '1' })).items).toMatchObject([
      { id, due_at: new Date(0).toISOString() },
    ]);
  });

  it('refuses a cursor of another list (3000)', async () => {
    await DB.exec(
      "INSERT INTO audit_log (action, subject, created_at) VALUES ('suspend', 'user:1', 0), ('activate', 'user:1', 0)",
    );
    const { next_cursor: cursor } = await list('/audit', { limit: '1' });
    expect(cursor).not.toBe('');
    for (const wrong of [cursor, 'x', 'MS4xLjE', '//']) {
      expect((await list('/outbox', { kind: 'purge', cursor: wrong })).code).toBe(3000);
    }
  });
});

describe('the audit log', () => {
  const DEEDS = [
    ['PATCH', '/status', { status: 'suspended' }, 'suspend'],
    ['PATCH', '/status', { status: 'active' }, 'activate'],
    ['POST', '/request-deletion', null, 'request_deletion'],
    ['POST', '/cancel-deletion', undefined, 'cancel_deletion'],
  ] as const;

  it('holds actor, action and subject, the latest first', async () => {
    const person = await registerAndLogin(worker);
    for (const [method, path, body] of DEEDS) {
      const query = path === '/request-deletion' ? `?admin=${admin.username}` : '';
      const { code } = await call(
        worker,
        admin,
        method,
        `/admin/users/${person.userId}${path}${query}`,
        body === null ? { username: person.username } : body,
      );
      expect(code).toBe(0);
    }
    const { items } = await list('/audit', { subject: `user:${person.userId}` });
    expect(items.map(({ action }) => action)).toEqual(
      DEEDS.map(([, , , action]) => action).toReversed(),
    );
    expect(items.map(({ detail }) => JSON.parse(String(detail)) as unknown)).toEqual([
      {},
      { deletion_due_at: expect.any(String) },
      { from: 'suspended', to: 'active' },
      { from: 'active', to: 'suspended' },
    ]);
    expect(new Set(items.map(({ actor_id: id }) => id))).toEqual(new Set([admin.userId]));
  });

  it('holds administrators’ changes to others’ images, not owners’ changes or no-ops', async () => {
    const owner = await registerAndLogin(worker);
    const deeds = [
      ['PATCH', '/visibility', { visibility: 'private' }, 'change_visibility'],
      ['PATCH', '/visibility', { visibility: 'private' }, null],
      ['POST', '/tokens', {}, 'issue_token'],
      ['DELETE', '/tokens', undefined, 'revoke_token'],
      ['PATCH', '/visibility', { visibility: 'public' }, 'change_visibility'],
      ['DELETE', '', undefined, 'delete_image'],
    ] as const;
    for (const person of [admin, owner]) {
      const seed = { userId: owner.userId, filename: 'active.jpg' };
      const { imageId, uniqueLink } = await seedPublishedImage(worker, seed);
      for (const [method, path, body] of deeds) {
        const answer = await call(worker, person, method, `/images/${imageId}${path}`, body);
        expect(answer.code, `${method} ${path}`).toBe(0);
      }
      const { items } = await list('/audit', { subject: `image:${imageId}` });
      const recorded = deeds.flatMap(([, , , action]) => action ?? []).toReversed();
      expect(items.map(({ action }) => action)).toEqual(person === admin ? recorded : []);
      if (person === owner) continue;
      expect(new Set(items.map(({ actor_id: id }) => id))).toEqual(new Set([admin.userId]));
      const facts = items.map(({ detail }) => JSON.parse(String(detail)) as unknown);
      expect(facts).toEqual(
        [
          { link: uniqueLink, name: 'active.jpg' },
          { from: 'private', to: 'public' },
          {},
          {},
          { from: 'public', to: 'private' },
        ].map((fact) => ({ user_id: owner.userId, ...fact })),
      );
    }
  });

  it('is paged, whole or by actor or subject, at the cost of one page', async () => {
    const now = worker.clock.now();
    await DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
       INSERT INTO audit_log (actor_id, action, subject, created_at)
       SELECT 1000000 + i % 20, 'suspend', 'user:' || (2000000 + i % 30), ? FROM n`,
    )
      .bind(now)
      .run();
    const byActor = await walk('/audit', { actor_id: '1000007' }, 2);
    expect(byActor).toHaveLength(6);
    expect(await walk('/audit', { subject: 'user:2000007' }, 2)).toHaveLength(4);
    const all = await walk('/audit', {}, 1);
    const ids = all.map(({ id }) => Number(id));
    expect(ids.length).toBeGreaterThan(120);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    const both = { actor_id: '1000007', subject: 'user:2000007' };
    expect((await list('/audit', both)).code).toBe(3000);
    expect((await list('/audit', { actor_id: 'x' })).code).toBe(3000);
  });

  it('is append-only, except that the erasure of an account removes its name', async () => {
    const actor = await seedUser(worker);
    const subject = await seedUser(worker);
    const { meta } = await DB.prepare(
      `INSERT INTO audit_log (actor_id, action, subject, detail, created_at) VALUES (?, 'suspend', ?, '{"a":1}', 5)`,
    )
      .bind(actor, `user:${subject}`)
      .run();
    const id = meta.last_row_id;
    const change = (assignment: string) =>
      DB.prepare(`UPDATE audit_log SET ${assignment} WHERE id = ?`).bind(id).run();
    const setStatus = (userId: number, status: string) =>
      DB.prepare('UPDATE users SET status = ? WHERE id = ?').bind(status, userId).run();
    const clearings = ['actor_id = NULL', "detail = '{}'", "actor_id = NULL, detail = '{}'"];
    const forgeries = [
      'id = id + 1000',
      "action = 'activate'",
      "subject = 'user:1'",
      'created_at = 6',
      'actor_id = 1',
      `detail = '{"a":2}'`,
    ];
    for (const assignment of [...clearings, ...forgeries]) {
      await expect(change(assignment), assignment).rejects.toThrow('only grows');
    }
    await setStatus(subject, 'deleting');
    for (const assignment of ['actor_id = NULL', ...forgeries]) {
      await expect(change(assignment), assignment).rejects.toThrow('only grows');
    }
    await change("detail = '{}'");
    await setStatus(actor, 'deleting');
    for (const assignment of forgeries) {
      await expect(change(assignment), assignment).rejects.toThrow('only grows');
    }
    await change('actor_id = NULL');
    const replacement = DB.prepare(
      `INSERT OR REPLACE INTO audit_log (id, action, subject, created_at) VALUES (?, 'forged', 'x', 0)`,
    ).bind(id);
    await expect(replacement.run()).rejects.toThrow('only grows');
    await expect(DB.prepare('DELETE FROM audit_log').run()).rejects.toThrow('only grows');
    const rows = await readRows(
      worker.services.db,
      statement('SELECT actor_id, action, detail FROM audit_log WHERE id = ?', id),
    );
    expect(rows).toEqual([{ actor_id: null, action: 'suspend', detail: '{}' }]);
  });

  it('gives up what it says of an image only while the owner is erased', async () => {
    const [owner, other] = [await seedUser(worker), await seedUser(worker)];
    const { meta } = await DB.prepare(
      `INSERT INTO audit_log (actor_id, action, subject, detail, created_at) VALUES (1, 'delete_image', 'image:5', ?, 5)`,
    )
      .bind(JSON.stringify({ user_id: owner, link: 'x', name: 'x.jpg' }))
      .run();
    const change = (assignment: string) =>
      DB.prepare(`UPDATE audit_log SET ${assignment} WHERE id = ?`).bind(meta.last_row_id).run();
    const setDeleting = (userId: number) =>
      DB.prepare("UPDATE users SET status = 'deleting' WHERE id = ?").bind(userId).run();
    await setDeleting(other);
    await expect(change("detail = '{}'")).rejects.toThrow('only grows');
    await setDeleting(owner);
    await expect(change('actor_id = NULL')).rejects.toThrow('only grows');
    await change("detail = '{}'");
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { notify } from '../../../../src/worker/domain/notifications/notify.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';
import { runBatch } from '../../../support/sql.ts';

const BASE = '/api/v1/notifications';

interface Page {
  readonly notifications: { readonly id: number; readonly title: string; is_read: boolean }[];
  readonly next_cursor: string;
  readonly has_more: boolean;
  readonly unread_count: number;
}

let worker: TestWorker;
let ada: Person;
let bob: Person;

beforeAll(async () => {
  worker = createTestWorker();
  [ada, bob] = [await registerAndLogin(worker), await registerAndLogin(worker)];
});

const send = async (person: Person, method: string, path: string) => {
  const response = await worker.fetch(`${BASE}${path}`, { method, headers: person.headers });
  const body = await response.json<{ code: number; data: unknown }>();
  return { status: response.status, ...body };
};

const list = async (person: Person, query = ''): Promise<Page> =>
  (await send(person, 'GET', `/${query}`)).data as Page;

const tell = (person: Person, ...titles: string[]) =>
  runBatch(
    worker.services.db,
    titles.map((title) =>
      notify(
        { userId: person.userId, type: 'system', title, message: 'm', metadata: { of: title } },
        worker.clock.now(),
      ),
    ),
  );

const titlesOf = ({ notifications }: Page) => notifications.map(({ title }) => title);

describe('the list of notifications', () => {
  it('holds the user’s own, newest first, with metadata as JSON text', async () => {
    const person = await registerAndLogin(worker);
    await tell(bob, 'for bob');
    await tell(person, 'first', 'second');
    const page = await list(person);
    expect(titlesOf(page)).toEqual(['second', 'first']);
    expect(page).toMatchObject({ next_cursor: '', has_more: false, unread_count: 2 });
    expect(page.notifications[0]).toMatchObject({
      user_id: person.userId,
      type: 'system',
      message: 'm',
      is_read: false,
      metadata: '{"of":"second"}',
      created_at: new Date(worker.clock.now()).toISOString(),
    });
  });

  it('continues behind its cursor without a gap while newer ones arrive', async () => {
    const person = await registerAndLogin(worker);
    await tell(person, 'a', 'b', 'c', 'd', 'e');
    const first = await list(person, '?limit=2');
    expect(titlesOf(first)).toEqual(['e', 'd']);
    expect(first.has_more).toBe(true);
    await tell(person, 'f');
    const second = await list(person, `?limit=2&cursor=${first.next_cursor}`);
    expect(titlesOf(second)).toEqual(['c', 'b']);
    const last = await list(person, `?limit=2&cursor=${second.next_cursor}`);
    expect(titlesOf(last)).toEqual(['a']);
    expect(last).toMatchObject({ next_cursor: '', has_more: false, unread_count: 6 });
  });

  it('holds 20 by default, and only unread ones on request', async () => {
    const person = await registerAndLogin(worker);
    await tell(person, ...Array.from({ length: 21 }, (_, index) => String(index)));
    const page = await list(person);
    expect(titlesOf(page)).toHaveLength(20);
    await send(person, 'PATCH', `/${String(page.notifications[0]?.id)}/read`);
    const unread = await list(person, '?unread=true&limit=100');
    expect(titlesOf(unread)).toHaveLength(20);
    expect(unread).toMatchObject({ unread_count: 20, has_more: false });
    expect(titlesOf(unread)).not.toContain('20');
  });

  it.each(['?limit=0', '?limit=101', '?limit=x', '?cursor=bm9uZQ', '?cursor=%25', '?unread=maybe'])(
    'answers 3000 to %s',
    async (query) => {
      expect(await send(ada, 'GET', `/${query}`)).toMatchObject({ status: 400, code: 3000 });
    },
  );
});

describe('a notification', () => {
  it('is marked read, and again without an error', async () => {
    await tell(ada, 'to read');
    const [one] = (await list(ada)).notifications;
    for (let time = 0; time < 2; time += 1) {
      const answer = await send(ada, 'PATCH', `/${String(one?.id)}/read`);
      expect(answer).toMatchObject({ status: 200, data: { id: one?.id, is_read: true } });
    }
  });

  it('is deleted once', async () => {
    await tell(ada, 'to delete');
    const [one] = (await list(ada)).notifications;
    const path = `/${String(one?.id)}`;
    expect(await send(ada, 'DELETE', path)).toMatchObject({ status: 200, code: 0, data: null });
    expect(await send(ada, 'DELETE', path)).toMatchObject({ status: 404, code: 4040 });
  });

  it('of another user is 4041 like an unknown one, and stays unchanged', async () => {
    await tell(bob, 'private');
    const [one] = (await list(bob)).notifications;
    for (const id of [String(one?.id), '9007199254740991']) {
      expect(await send(ada, 'PATCH', `/${id}/read`)).toMatchObject({ status: 404, code: 4040 });
      expect(await send(ada, 'DELETE', `/${id}`)).toMatchObject({ status: 404, code: 4040 });
    }
    expect((await list(bob)).notifications[0]).toMatchObject({ id: one?.id, is_read: false });
  });

  it.each(['0', '-1', 'x', '1.5', '99999999999999999'])('answers 3001 to the id %s', async (id) => {
    expect(await send(ada, 'PATCH', `/${id}/read`)).toMatchObject({ status: 400, code: 3001 });
    expect(await send(ada, 'DELETE', `/${id}`)).toMatchObject({ status: 400, code: 3001 });
  });
});

describe('all notifications', () => {
  it('are marked read and cleared for their owner alone, and are counted', async () => {
    const person = await registerAndLogin(worker);
    const other = await registerAndLogin(worker);
    await tell(person, 'a', 'b', 'c');
    await tell(other, 'theirs');
    expect(await send(person, 'PATCH', '/batch-read')).toMatchObject({ data: { updated: 3 } });
    expect(await send(person, 'PATCH', '/batch-read')).toMatchObject({ data: { updated: 0 } });
    expect(await list(person)).toMatchObject({ unread_count: 0 });
    expect(await send(person, 'DELETE', '/clear')).toMatchObject({ data: { deleted: 3 } });
    expect(await list(person)).toMatchObject({ notifications: [], unread_count: 0 });
    expect(await list(other)).toMatchObject({ unread_count: 1 });
  });

  it.each([
    ['PATCH', '/1/read'],
    ['PATCH', '/batch-read'],
    ['DELETE', '/1'],
    ['DELETE', '/clear'],
  ])('need a CSRF header and a session: %s %s is refused', async (method, path) => {
    const { Cookie = '' } = ada.headers;
    const forged = await worker.fetch(`${BASE}${path}`, { method, headers: { Cookie } });
    expect(await forged.json()).toMatchObject({ code: 4035 });
    const stranger = await worker.fetch(`${BASE}${path}`, { method });
    expect(await stranger.json()).toMatchObject({ code: 4010 });
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../../../support/api-call.ts';
import { listOperations, type ApiOperation } from '../../../../support/api-operations.ts';
import { findInconsistencies } from '../../../../support/consistency.ts';
import { loginDevice } from '../../../../support/devices.ts';
import type { Interceptor } from '../../../../support/instrument.ts';
import { loginAs, registerAndLogin, type Person } from '../../../../support/people.ts';
import {
  codeOfMe,
  listFindings,
  registerAdmin,
  statusOf,
  titlesFor,
} from '../../../../support/states.ts';
import { createTestWorker } from '../../../../support/worker.ts';

type Operation = Pick<ApiOperation, 'method' | 'path'>;

interface WireUser {
  readonly id: number;
  readonly username: string;
}

interface UserPage {
  readonly items: WireUser[];
  readonly total: number;
  readonly page: number;
}

const UNKNOWN_USER = 999_999_999;

const worker = createTestWorker();
let admin: Person;
let person: Person;
let operations: ApiOperation[];

beforeAll(async () => {
  admin = await registerAdmin(worker);
  person = await registerAndLogin(worker);
  operations = (await listOperations(worker))
    .filter(({ path }) => path.startsWith('/api/v1/admin/'))
    .map((operation) => ({
      ...operation,
      path: operation.path.replaceAll(/\{\w+\}/gu, String(UNKNOWN_USER)),
    }));
});

/** Changes the role in D1 alone, without notice to the sessions. */
const setRole = ({ userId }: Person, role: 'admin' | 'user') =>
  worker.env.DB.prepare('UPDATE users SET role = ? WHERE id = ?').bind(role, userId).run();

const codeOf = async ({ method, path }: Operation, headers: Record<string, string> = {}) => {
  const response = await worker.fetch(path, { method, headers });
  return (await response.json<{ code: number }>()).code;
};

/** The distinct codes of every operation of the group. */
const codesOf = async (
  headers: Record<string, string> = {},
  of: readonly Operation[] = operations,
): Promise<number[]> => {
  const codes = await Promise.all(of.map((operation) => codeOf(operation, headers)));
  return [...new Set(codes)];
};

const takes = ({ security }: ApiOperation, credential: string): boolean =>
  security.some((way) => way.includes(credential));

describe('every administrator route', () => {
  it('requires a session (4010)', async () => {
    expect(operations.length).toBeGreaterThanOrEqual(4);
    expect(await codesOf()).toEqual([4010]);
  });

  it('requires the CSRF header for writes by cookie only (4035, 4036)', async () => {
    const { Cookie = '' } = admin.headers;
    const writes = operations.filter((one) => one.method !== 'GET' && takes(one, 'cookieSession'));
    expect(await codesOf({ Cookie }, writes)).toEqual([4035]);
    expect(await codesOf({ ...admin.headers, 'X-CSRF-Token': 'made up' }, writes)).toEqual([4036]);
    const byBearer = operations.filter((one) => takes(one, 'bearerWebSession'));
    expect(byBearer.length).toBeGreaterThanOrEqual(4);
    const codes = await codesOf({ Authorization: `Bearer ${admin.bearer}` }, byBearer);
    expect(codes.filter((code) => code >= 4010 && code <= 4036)).toEqual([]);
  });

  it('requires the web platform (4032): no device session, no other X-Platform', async () => {
    const onWeb = operations.filter((one) => !takes(one, 'bearerDeviceSession'));
    const codesOnWeb = (headers: Record<string, string>) => codesOf(headers, onWeb);
    expect(await codesOnWeb({ ...admin.headers, 'X-Platform': 'android' })).toEqual([4032]);
    expect(await codesOnWeb((await loginDevice(worker, admin)).headers)).toEqual([4032]);
    // The platform is checked before the role.
    expect(await codesOnWeb({ ...person.headers, 'X-Platform': 'windows' })).toEqual([4032]);
    const users = { method: 'GET', path: '/api/v1/admin/users' };
    expect(await codeOf(users, { ...admin.headers, 'X-Platform': 'web' })).toBe(0);
  });

  it('requires the role as stored in D1 (4030), whatever the session holds', async () => {
    expect(await codesOf(person.headers)).toEqual([4030]);
    const users = { method: 'GET', path: '/api/v1/admin/users' };
    await setRole(person, 'admin');
    expect(await codeOf(users, person.headers)).toBe(0);
    await setRole(person, 'user');
    await setRole(admin, 'user');
    expect(await codesOf(admin.headers)).toEqual([4030]);
    await setRole(admin, 'admin');
  });
});

describe('an administrator who loses the role during a request', () => {
  it('changes nothing more in it, and leaves no lock', async () => {
    const rounds: { code: number; status: string | null }[] = [];
    while (rounds.at(-1)?.code !== 0) {
      let seen = 0;
      const demote: Interceptor = async ({ binding }, proceed) => {
        if (binding === 'DB' && seen === rounds.length) await setRole(admin, 'user');
        if (binding === 'DB') seen += 1;
        return proceed();
      };
      const racing = createTestWorker({ clock: worker.clock, intercept: demote });
      await racing.services.bootGate.pass(worker.services.directory, worker.services.cache);
      const path = `/admin/users/${person.userId}/status`;
      const { code } = await call(racing, admin, 'PATCH', path, { status: 'suspended' });
      await racing.settle();
      await setRole(admin, 'admin');
      rounds.push({ code, status: await statusOf(worker, person.userId) });
      expect(await codeOfMe(worker, person)).toBe(code === 0 ? 4030 : 0);
    }
    // The role, the account, the account again, the change; after it the event.
    expect(rounds.map(({ code }) => code)).toEqual([4030, 4030, 4030, 4030, 0]);
    expect(rounds.map(({ status }) => status).slice(0, -1)).toEqual(Array(4).fill('active'));
    const path = `/admin/users/${person.userId}/status`;
    expect(await call(worker, admin, 'PATCH', path, { status: 'active' })).toMatchObject({
      code: 0,
    });
  });
});

describe('the status of an account', () => {
  const set = async (userId: number | string, status: unknown) =>
    (await call(worker, admin, 'PATCH', `/admin/users/${userId}/status`, { status })).code;

  it('can be set to suspended and back, and to its present value without an error', async () => {
    const target = await registerAndLogin(worker);
    expect(await set(target.userId, 'suspended')).toBe(0);
    expect(await set(target.userId, 'suspended')).toBe(0);
    expect(await codeOfMe(worker, target)).toBe(4030);
    expect(await titlesFor(worker, target.userId)).toEqual(['Account disabled']);
    expect(await set(target.userId, 'active')).toBe(0);
    expect(await codeOfMe(worker, target)).toBe(0);
  });

  it('refuses bad values (3000), bad or unknown ids (3001, 4041), oneself (4030)', async () => {
    const values = ['pending_deletion', 'deleting', 'banned', '', null, 1];
    for (const value of values) expect(await set(person.userId, value)).toBe(3000);
    for (const id of ['0', '-1', 'x', '1.5']) expect(await set(id, 'active')).toBe(3001);
    expect(await set(UNKNOWN_USER, 'suspended')).toBe(4041);
    expect(await set(admin.userId, 'suspended')).toBe(4030);
    expect(await statusOf(worker, admin.userId)).toBe('active');
  });
});

describe('the deletion of an account', () => {
  const request = async (
    { userId, username }: Pick<Person, 'userId' | 'username'>,
    signature: string | null = admin.username,
  ) => {
    const query = signature === null ? '' : `?admin=${encodeURIComponent(signature)}`;
    const path = `/admin/users/${userId}/request-deletion${query}`;
    return call<null>(worker, admin, 'POST', path, { username });
  };
  const cancel = (userId: number) =>
    call<null>(worker, admin, 'POST', `/admin/users/${userId}/cancel-deletion`);
  const setStatus = async (userId: number, status: string) =>
    (await call(worker, admin, 'PATCH', `/admin/users/${userId}/status`, { status })).code;

  it('is requested and cancelled, and refused in every other state (4095)', async () => {
    const target = await registerAndLogin(worker);
    expect((await cancel(target.userId)).code).toBe(4095);
    const upperCase = admin.username.toUpperCase();
    expect(await request(target, upperCase)).toMatchObject({ code: 0, data: null });
    expect(await codeOfMe(worker, target)).toBe(4010);
    expect(await statusOf(worker, target.userId)).toBe('pending_deletion');
    expect((await request(target)).code).toBe(4095);
    expect(await setStatus(target.userId, 'suspended')).toBe(4095);
    expect(await setStatus(target.userId, 'active')).toBe(4095);
    expect(await cancel(target.userId)).toMatchObject({ code: 0, data: null });
    expect(await codeOfMe(worker, await loginAs(worker, target))).toBe(0);
    expect(await setStatus(target.userId, 'suspended')).toBe(0);
    expect((await request(target)).code).toBe(4095);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('requires one’s own name in `admin` and the account’s in the body (3000)', async () => {
    for (const signature of [null, '', 'somebody', person.username]) {
      expect((await request(person, signature)).code).toBe(3000);
    }
    expect((await request({ ...person, username: admin.username })).code).toBe(3000);
    expect(await statusOf(worker, person.userId)).toBe('active');
  });

  it('is refused for an administrator (4095) and for an unknown user (4041)', async () => {
    expect((await request(await registerAdmin(worker))).code).toBe(4095);
    expect((await request({ userId: UNKNOWN_USER, username: 'nobody' })).code).toBe(4041);
    expect((await cancel(UNKNOWN_USER)).code).toBe(4041);
  });
});

describe('the list of users', () => {
  const list = (query: Record<string, string>) => {
    const path = `/admin/users?${new URLSearchParams(query).toString()}`;
    return call<UserPage>(worker, admin, 'GET', path);
  };
  const add = (from: number, count: number) =>
    worker.env.DB.batch([
      worker.env.DB.prepare(
        `WITH RECURSIVE n (i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${from + count - 1})
         INSERT INTO users (id, username, email, password_hash, storage_quota, created_at, updated_at)
         SELECT i, 'listed-' || i, 'mail-' || i || '@example.org', '', 0, 0, 0 FROM n`,
      ),
      worker.env.DB.prepare(
        'UPDATE site_totals SET users = users + ?1, active_users = active_users + ?1',
      ).bind(count),
    ]);

  beforeAll(async () => {
    await add(100_001, 700);
    await add(2_000_001, 40);
    const { meta } = await worker.env.DB.prepare(
      `DELETE FROM users
       WHERE username GLOB 'listed-*' AND (id BETWEEN 100100 AND 100399 OR id % 3 = 0)`,
    ).run();
    expect(meta.rows_written).toBeGreaterThan(0);
    await worker.env.DB.exec(
      `UPDATE site_totals SET users = (SELECT count(*) FROM users), active_users = (SELECT count(*) FROM users WHERE status = 'active')`,
    );
  });

  it('has all of them by id, in pages, with any gaps in the ids', async () => {
    const { results } = await worker.env.DB.prepare('SELECT id FROM users ORDER BY id').all<{
      id: number;
    }>();
    const ids = results.map(({ id }) => id);
    for (const size of [16, 100]) {
      const listed: number[] = [];
      for (let page = 1; ; page += 1) {
        const { data } = await list({ page: String(page), page_size: String(size) });
        expect(data).toMatchObject({ total: ids.length, page });
        if (data.items.length === 0) break;
        expect(data.items).toHaveLength(Math.min(size, ids.length - listed.length));
        listed.push(...data.items.map(({ id }) => id));
      }
      expect(listed).toEqual(ids);
    }
    expect(await listFindings(worker)).toEqual([]);
  });

  it('has pages of 20 by default and 100 at most, and shows no secret', async () => {
    const { data } = await list({});
    expect([data.items.length, data.page]).toEqual([20, 1]);
    expect(Object.keys(data.items[0] ?? {}).toSorted()).toEqual([
      'avatar_url',
      'created_at',
      'email',
      'id',
      'image_count',
      'image_limit',
      'last_seen_at',
      'role',
      'status',
      'storage_quota',
      'storage_used',
      'updated_at',
      'username',
    ]);
    for (const query of [{ page: '0' }, { page: 'x' }, { page_size: '101' }, { page_size: '0' }]) {
      expect((await list(query as Record<string, string>)).code).toBe(3000);
    }
    expect((await list({ page: '999999999' })).data.items).toEqual([]);
  });

  it('finds users by any part of their names or addresses', async () => {
    const search = async (text: string, page = '1') => {
      const { data } = await list({ search: text, page, page_size: '5' });
      return { total: data.total, names: data.items.map(({ username }) => username) };
    };
    expect(await search(person.username.toUpperCase())).toEqual({
      total: 1,
      names: [person.username],
    });
    expect((await search('ISTED-10000')).names).toEqual(
      [1, 3, 4, 6, 7].map((last) => `listed-10000${last}`),
    );
    expect(await search('il-10000', '2')).toEqual({ total: 6, names: ['listed-100009'] });
    expect(await search('%')).toEqual({ total: 0, names: [] });
  });

  it('sorts users by newest and by storage, and filters them by status', async () => {
    const names = async (query: Record<string, string>) => {
      const { data } = await list({ search: 'listed-10000', page_size: '100', ...query });
      expect(data.total).toBe(data.items.length);
      return data.items.map(({ username }) => username.slice(-1)).join('');
    };
    await worker.env.DB.exec(
      `UPDATE users SET storage_used = 9 - id % 5 WHERE username GLOB 'listed-10000?'`,
    );
    await worker.env.DB.exec(`UPDATE users SET status = 'suspended' WHERE id IN (100003, 100007)`);
    expect(await names({ sort: 'newest' })).toBe('976431');
    // Equal amounts are in order of id.
    expect(await names({ sort: 'storage' })).toBe('167349');
    await worker.env.DB.exec(
      `UPDATE users SET last_seen_at = id WHERE id IN (100003, 100006, 100007)`,
    );
    // Those who never came are the last, in order of id.
    expect(await names({ sort: 'last_seen' })).toBe('763149');
    expect(await names({ status: 'suspended' })).toBe('37');
    expect(await names({ status: 'active', sort: 'newest' })).toBe('9641');
    const { data } = await list({ sort: 'newest', page_size: '1' });
    expect(data.items[0]?.username).toBe('listed-2000039');
    for (const query of [{ sort: 'name' }, { status: 'gone' }]) {
      expect((await list(query as Record<string, string>)).code).toBe(3000);
    }
    await worker.env.DB.exec(
      `UPDATE users SET storage_used = 0, status = 'active' WHERE username GLOB 'listed-10000?'`,
    );
  });

  it('finds users by id, each once, and skips unknown ids', async () => {
    const { data } = await list({ ids: '100004,999999999,100001,100004' });
    expect(data).toMatchObject({ items: [{ id: 100_001 }, { id: 100_004 }], total: 2, page: 1 });
    const tooMany = Array.from({ length: 101 }, (_, at) => at + 1).join(',');
    for (const ids of ['', 'x', '0', '1,', tooMany]) expect((await list({ ids })).code).toBe(3000);
  });
});

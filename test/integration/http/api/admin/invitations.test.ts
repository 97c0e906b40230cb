import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../../../support/api-call.ts';
import { type Person } from '../../../../support/people.ts';
import { registerNewcomer } from '../../../../support/registration.ts';
import { readRows, statement } from '../../../../support/sql.ts';
import { registerAdmin } from '../../../../support/states.ts';
import { createTestWorker } from '../../../../support/worker.ts';

interface Invitation {
  readonly id: number;
  readonly state: string;
  readonly uses: number;
  readonly created_by: number | null;
}

type NewInvitation = Invitation & { readonly token: string; readonly link: string };

interface InvitationPage {
  readonly items: readonly Invitation[];
  readonly next_cursor: string;
  readonly has_more: boolean;
}

const worker = createTestWorker();
let admin: Person;

beforeAll(async () => {
  admin = await registerAdmin(worker);
});

const make = (terms: Record<string, unknown> = {}) =>
  call<NewInvitation>(worker, admin, 'POST', '/admin/invitations', terms);

const withdraw = ({ id }: { readonly id: number }) =>
  call(worker, admin, 'DELETE', `/admin/invitations/${String(id)}`);

const list = async (query = ''): Promise<InvitationPage> =>
  (await call<InvitationPage>(worker, admin, 'GET', `/admin/invitations${query}`)).data;

const find = async (id: number) => (await list('?limit=100')).items.find((one) => one.id === id);

describe('invitations', () => {
  it('are made for one account without an end, unless the request says otherwise', async () => {
    const { status, data } = await make();
    expect(status).toBe(201);
    expect(data).toMatchObject({
      label: '',
      role: 'user',
      storage_quota: null,
      max_uses: 1,
      uses: 0,
      state: 'active',
      created_by: admin.userId,
      expires_at: null,
    });
    const expires_at = new Date(worker.clock.now() + 1000).toISOString();
    const terms = { label: 'For Ada', max_uses: null, expires_at, storage_quota: 5000 };
    expect((await make(terms)).data).toMatchObject(terms);
  });

  it('have a link with the token in its fragment, which no server and no referrer sees', async () => {
    const { token, link } = (await make()).data;
    expect(token).toMatch(/^tinvite_[0-9A-Za-z]{49}$/u);
    expect(link).toBe(`https://tintype.test/register#invitation=${token}`);
  });

  it('are stored and listed without their tokens', async () => {
    const { id, token } = (await make()).data;
    const [row] = await readRows<Record<string, unknown>>(
      worker.services.db,
      statement('SELECT * FROM invitations WHERE id = ?', id),
    );
    const texts = [row, await list('?limit=100')].map((shown) => JSON.stringify(shown));
    for (const text of texts) expect(text).not.toContain(token.slice(8));
    expect(texts[1]).not.toContain(row?.['token_hash']);
  });

  it('are listed in pages, the latest first', async () => {
    const made = [];
    for (let count = 0; count < 3; count += 1) made.unshift((await make()).data.id);
    const first = await list('?limit=2');
    expect(first.items.map(({ id }) => id)).toEqual(made.slice(0, 2));
    expect(first.has_more).toBe(true);
    const second = await list(`?limit=1&cursor=${first.next_cursor}`);
    expect(second.items.map(({ id }) => id)).toEqual(made.slice(2));
  });

  it('show whether they are active, used up, expired or withdrawn', async () => {
    const used = (await make()).data;
    await registerNewcomer(worker, used.token);
    expect(await find(used.id)).toMatchObject({ state: 'used', uses: 1 });
    const expires_at = new Date(worker.clock.now() + 1000).toISOString();
    const expired = (await make({ expires_at })).data;
    const withdrawn = (await make()).data;
    expect(await withdraw(withdrawn)).toMatchObject({ status: 200, code: 0 });
    worker.clock.advance(1000);
    const shown = [expired, withdrawn].map(async ({ id }) => (await find(id))?.state);
    expect(await Promise.all(shown)).toEqual(['expired', 'withdrawn']);
  });

  it('make no account once they are withdrawn, and cannot be withdrawn twice (4041)', async () => {
    const invitation = (await make()).data;
    const both = await Promise.all([withdraw(invitation), withdraw(invitation)]);
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 4041]);
    expect(await registerNewcomer(worker, invitation.token)).toMatchObject({ code: 4030 });
    expect(await withdraw({ id: 999_999_999 })).toMatchObject({ status: 404, code: 4041 });
  });

  it('leave an entry in the audit trail when made and when withdrawn, without the token', async () => {
    const { id, token } = (await make({ storage_quota: 7 })).data;
    await withdraw({ id });
    const entries = await readRows<{ action: string; actor_id: number; detail: string }>(
      worker.services.db,
      statement(
        'SELECT action, actor_id, detail FROM audit_log WHERE subject = ? ORDER BY id',
        `invitation:${String(id)}`,
      ),
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'create_invitation',
      'withdraw_invitation',
    ]);
    expect(JSON.parse(entries[0]?.detail ?? '')).toEqual({
      role: 'user',
      max_uses: 1,
      storage_quota: 7,
    });
    expect(JSON.stringify(entries)).not.toContain(token);
    expect(entries.map(({ actor_id }) => actor_id)).toEqual([admin.userId, admin.userId]);
  });

  it.each([
    ['a use too few', { max_uses: 0 }],
    ['uses that are no whole number', { max_uses: 1.5 }],
    ['an end that is over', { expires_at: '2020-01-01T00:00:00Z' }],
    ['a quota below zero', { storage_quota: -1 }],
    ['a label of two lines', { label: 'a\nb' }],
    ['a label too long', { label: 'a'.repeat(65) }],
  ])('are refused with %s (3000)', async (_fault, terms) => {
    const [field = ''] = Object.keys(terms);
    const { status, code, message } = await make(terms);
    expect([status, code, message.startsWith(`${field}:`)]).toEqual([400, 3000, true]);
  });

  it('of the API never make administrators', async () => {
    const { token } = (await make({ role: 'admin' })).data;
    const { userId } = await registerNewcomer(worker, token);
    const role = statement('SELECT role FROM users WHERE id = ?', userId ?? 0);
    expect(await readRows(worker.services.db, role)).toEqual([{ role: 'user' }]);
  });

  it('outlive the administrator who made them, without a name', async () => {
    const maker = await registerAdmin(worker);
    const { id } = (await call<NewInvitation>(worker, maker, 'POST', '/admin/invitations', {}))
      .data;
    await worker.env.DB.prepare('DELETE FROM users WHERE id = ?').bind(maker.userId).run();
    expect(await find(id)).toMatchObject({ state: 'active', created_by: null });
  });
});

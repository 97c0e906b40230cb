import { beforeEach, describe, expect, it } from 'vitest';
import { cancelDeletion } from '../../../../src/worker/domain/accounts/cancel-deletion.ts';
import { claimDeletions } from '../../../../src/worker/domain/accounts/claim-deletions.ts';
import { requestDeletion } from '../../../../src/worker/domain/accounts/request-deletion.ts';
import { setStatus } from '../../../../src/worker/domain/accounts/set-status.ts';
import { DomainError } from '../../../../src/worker/domain/errors.ts';
import { toWireError } from '../../../../src/worker/http/wire-errors.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { seedUser } from '../../../support/images.ts';
import { crashAt, type Interceptor } from '../../../support/instrument.ts';
import { loginAs, postJson, registerAndLogin, type Person } from '../../../support/people.ts';
import {
  codeOfMe,
  passMinutes,
  registerAdmin,
  statusOf,
  titlesFor,
} from '../../../support/states.ts';
import { uploadAll, prepareUpload, uploadClient } from '../../../support/uploads.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const LOCK_MS = 86_400_000;
const SCHEDULED = 'Account deletion scheduled';
const CANCELLED = 'Account deletion cancelled';
const DISABLED = 'Account disabled';
const UNKNOWN_USER = 999_999_999;

let worker: TestWorker;
let admin: { userId: number };

beforeEach(async () => {
  worker = createTestWorker();
  admin = { userId: await seedUser(worker) };
});

const request = (person: Pick<Person, 'userId' | 'username'>, through = worker) =>
  requestDeletion(through.services, admin, person);
const cancel = ({ userId }: Pick<Person, 'userId'>, through = worker) =>
  cancelDeletion(through.services, admin, userId);
const set = (
  { userId }: Pick<Person, 'userId'>,
  status: 'active' | 'suspended',
  through = worker,
) => setStatus(through.services, admin, { userId, status });

const changeOwnPassword = async (person: Person): Promise<void> => {
  const body = { old_password: person.password, new_password: 'another long one' };
  const headers = { 'Content-Type': 'application/json', ...person.headers };
  const init = { method: 'PATCH', headers, body: JSON.stringify(body) };
  expect((await worker.fetch('/api/v1/user/password', init)).status).toBe(200);
};

const bearerOf = ({ bearer }: Person) => ({ Authorization: `Bearer ${bearer}` });

const codeOf = async (work: Promise<unknown>): Promise<number> => {
  try {
    await work;
    return 0;
  } catch (error) {
    return error instanceof DomainError ? toWireError(error).code : -1;
  }
};

describe('a deletion request', () => {
  it('locks the account for 24 hours, ends its sessions and notifies its owner', async () => {
    const person = await registerAndLogin(worker);
    await request({ ...person, username: person.username.toUpperCase() });
    expect(await codeOfMe(worker, person)).toBe(4010);
    const again = await loginAs(worker, person);
    const me = await worker.fetch('/api/v1/auth/me', { headers: again.headers });
    expect(await me.json()).toMatchObject({ data: { status: 'pending_deletion' } });
    const list = await worker.fetch('/api/v1/notifications/', { headers: again.headers });
    const { data } = await list.json<{ data: { notifications: Record<string, string>[] } }>();
    expect(data.notifications).toMatchObject([{ type: 'account', title: SCHEDULED }]);
    expect(JSON.parse(data.notifications[0]?.['metadata'] ?? '')).toEqual({
      deletion_due_at: new Date(worker.clock.now() + LOCK_MS).toISOString(),
    });
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('answers 4041 to an unknown user, 3000 to a wrong name, 4095 to an administrator', async () => {
    const person = await registerAndLogin(worker);
    expect(await codeOf(request({ userId: UNKNOWN_USER, username: 'nobody' }))).toBe(4041);
    expect(await codeOf(request({ ...person, username: 'somebody-else' }))).toBe(3000);
    expect(await codeOf(request(await registerAdmin(worker)))).toBe(4095);
    expect(await codeOfMe(worker, person)).toBe(0);
    expect(await titlesFor(worker, person.userId)).toEqual([]);
  });

  it('answers 4095 in every state but active', async () => {
    const person = await registerAndLogin(worker);
    await request(person);
    expect(await codeOf(request(person))).toBe(4095);
    worker.clock.advance(LOCK_MS);
    await claimDeletions(worker.services);
    expect(await statusOf(worker, person.userId)).toBe('deleting');
    expect(await codeOf(request(person))).toBe(4095);
    const suspended = await registerAndLogin(worker);
    await set(suspended, 'suspended');
    expect(await codeOf(request(suspended))).toBe(4095);
  });

  it('succeeds once when two arrive at the same time; the other gets 4095', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await registerAndLogin(worker);
      const codes = await Promise.all([codeOf(request(person)), codeOf(request(person))]);
      expect(codes.sort((a, b) => a - b)).toEqual([0, 4095]);
      expect(await titlesFor(worker, person.userId)).toEqual([SCHEDULED]);
    }
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('and a completing upload exclude each other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await registerAndLogin(worker);
      const client = uploadClient(worker, person);
      const uploadId = await uploadAll(client, await prepareUpload());
      const [requested, completed] = await Promise.all([
        codeOf(request(person)),
        client.complete(uploadId),
      ]);
      expect(requested).toBe(0);
      // In time, or too late for the session, the object's lock or the deletion lock.
      expect([0, 4010, 1001, 4038]).toContain(completed.code);
      const row = await worker.env.DB.prepare('SELECT image_count AS n FROM users WHERE id = ?')
        .bind(person.userId)
        .first('n');
      expect(row).toBe(completed.code === 0 ? 1 : 0);
    }
    expect(await findInconsistencies(worker)).toEqual([]);
  });
});

describe('cancelling a deletion', () => {
  it('makes the account active, keeps its sessions and notifies its owner', async () => {
    const person = await registerAndLogin(worker);
    await request(person);
    const again = await loginAs(worker, person);
    await cancel(person);
    expect(await codeOfMe(worker, again)).toBe(0);
    expect(await statusOf(worker, person.userId)).toBe('active');
    expect(await titlesFor(worker, person.userId)).toEqual([SCHEDULED, CANCELLED]);
    expect(await findInconsistencies(worker)).toEqual([]);
    worker.clock.advance(LOCK_MS);
    await passMinutes(worker, 2);
    expect(await statusOf(worker, person.userId)).toBe('active');
  });

  it('answers 4095 unless one is scheduled and not begun, and 4041 if unknown', async () => {
    const person = await registerAndLogin(worker);
    expect(await codeOf(cancel(person))).toBe(4095);
    await request(person);
    worker.clock.advance(LOCK_MS);
    await claimDeletions(worker.services);
    expect(await codeOf(cancel(person))).toBe(4095);
    expect(await codeOf(cancel({ userId: UNKNOWN_USER }))).toBe(4041);
  });

  it('and the claim of the erasure exclude each other', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 6; round += 1) {
      const person = await registerAndLogin(worker);
      await request(person);
      worker.clock.advance(LOCK_MS);
      let cancelled = -1;
      const rivals = [
        async () => void (cancelled = await codeOf(cancel(person))),
        () => claimDeletions(worker.services),
      ];
      await Promise.all((round % 2 === 0 ? rivals : rivals.toReversed()).map((act) => act()));
      const status = await statusOf(worker, person.userId);
      outcomes.add(String(status));
      expect([cancelled, status]).toEqual(
        cancelled === 0 ? [0, 'active'] : [4095, expect.stringMatching(/^(deleting|pending_)/u)],
      );
    }
    expect(outcomes).toContain('active');
    expect(await findInconsistencies(worker)).toEqual([]);
  });
});

describe('suspending a user', () => {
  it('refuses each session’s next request and login with 4030 until activation', async () => {
    const person = await registerAndLogin(worker);
    await set(person, 'suspended');
    expect(await codeOfMe(worker, person)).toBe(4030);
    const { username, password } = person;
    const login = await postJson(worker, '/api/v1/auth/login', { username, password });
    expect(await login.json()).toMatchObject({ code: 4030 });
    expect(await titlesFor(worker, person.userId)).toEqual([DISABLED]);
    expect(await findInconsistencies(worker)).toEqual([]);
    await set(person, 'active');
    expect(await codeOfMe(worker, person)).toBe(0);
    expect(await titlesFor(worker, person.userId)).toEqual([DISABLED]);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('succeeds without a notification when nothing changes', async () => {
    const person = await registerAndLogin(worker);
    await set(person, 'active');
    await set(person, 'suspended');
    await set(person, 'suspended');
    expect(await titlesFor(worker, person.userId)).toEqual([DISABLED]);
  });

  it('happens once when two requests arrive at the same time; both succeed', async () => {
    const person = await registerAndLogin(worker);
    let isRaced = false;
    const race: Interceptor = async ({ method }, proceed) => {
      if (method === 'freeze' && !isRaced) {
        isRaced = true;
        await set(person, 'suspended');
      }
      return proceed();
    };
    const racing = createTestWorker({ clock: worker.clock, intercept: race });
    expect(await codeOf(set(person, 'suspended', racing))).toBe(0);
    expect(isRaced).toBe(true);
    expect(await titlesFor(worker, person.userId)).toEqual([DISABLED]);
    expect(await codeOfMe(worker, person)).toBe(4030);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('answers 4041 for an unknown user, 4030 for oneself, 4095 for a scheduled deletion', async () => {
    expect(await codeOf(set({ userId: UNKNOWN_USER }, 'suspended'))).toBe(4041);
    expect(await codeOf(set(admin, 'suspended'))).toBe(4030);
    const person = await registerAndLogin(worker);
    await request(person);
    for (const status of ['active', 'suspended'] as const) {
      expect(await codeOf(set(person, status))).toBe(4095);
    }
  });
});

/** Invariants of an account, however a change of its state ended. */
const STATES: Record<string, { titles: readonly string[]; me: number }> = {
  active: { titles: [], me: 0 },
  pending_deletion: { titles: [SCHEDULED], me: 4010 },
  suspended: { titles: [DISABLED], me: 4030 },
};

describe('a Worker that dies after any operation', () => {
  // Dying before an operation equals dying after the previous one.
  const die = async (
    act: (person: Person, through: TestWorker) => Promise<unknown>,
    prepare: (person: Person) => Promise<unknown>,
    verify: (person: Person, isDone: boolean) => Promise<void>,
  ): Promise<number> => {
    const victims: { person: Person; before: string | null; fired: boolean }[] = [];
    while (victims.at(-1)?.fired !== false) {
      const person = await registerAndLogin(worker);
      await prepare(person);
      const before = await statusOf(worker, person.userId);
      const crash = crashAt(victims.length, 'after');
      const dying = createTestWorker({ clock: worker.clock, intercept: crash.intercept });
      await act(person, dying).catch(() => undefined);
      await dying.settle();
      victims.push({ person, before, fired: crash.fired });
    }
    await passMinutes(worker, 3);
    expect(await findInconsistencies(worker)).toEqual([]);
    for (const { person, before, fired } of victims) {
      const isDone = (await statusOf(worker, person.userId)) !== before;
      await verify(person, isDone);
      if (!fired) expect(isDone).toBe(true);
    }
    return victims.length - 1;
  };

  const verifyState = async (person: Person) => {
    const { titles = [], me } = STATES[String(await statusOf(worker, person.userId))] ?? {};
    expect(await titlesFor(worker, person.userId)).toEqual(titles);
    expect(await codeOfMe(worker, person)).toBe(me);
  };

  it('of a deletion request has applied all of it or none', async () => {
    const points = await die(request, async () => undefined, verifyState);
    // Account, hold, batch, apply, event.
    expect(points).toBe(5);
  }, 120_000);

  it('of a cancellation has applied all of it or none', async () => {
    const points = await die(cancel, request, async (person, isDone) => {
      const titles = isDone ? [SCHEDULED, CANCELLED] : [SCHEDULED];
      expect(await titlesFor(worker, person.userId)).toEqual(titles);
      expect(await statusOf(worker, person.userId)).toBe(isDone ? 'active' : 'pending_deletion');
      expect(await codeOfMe(worker, await loginAs(worker, person))).toBe(0);
    });
    expect(points).toBe(5);
  }, 120_000);

  it('of a suspension has applied all of it or none', async () => {
    const suspend = (person: Person, through: TestWorker) => set(person, 'suspended', through);
    const points = await die(suspend, async () => undefined, verifyState);
    expect(points).toBe(6);
  }, 120_000);
});

describe('a request in flight', () => {
  it('has its write refused when the account is locked, whatever its session said', async () => {
    const person = await registerAndLogin(worker);
    const client = uploadClient(worker, person);
    const uploadId = await uploadAll(client, await prepareUpload());
    let locked = false;
    const lockFirst: Interceptor = async ({ binding, method }, proceed) => {
      const isCommit = binding === 'DB' && method === 'batch' && !locked;
      if (isCommit) {
        locked = true;
        await request(person);
      }
      return proceed();
    };
    const late = createTestWorker({ clock: worker.clock, intercept: lockFirst });
    expect(await uploadClient(late, person).complete(uploadId)).toMatchObject({ code: 4038 });
    expect(locked).toBe(true);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it.each([
    ['a suspension', (person: Person) => set(person, 'suspended'), 4030],
    ['a password change', changeOwnPassword, 4010],
    ['a deletion request', (person: Person) => request(person), 4010],
  ] as const)(
    'is authorised by no session once %s is answered, with 100 requests under way',
    async (_, change, code) => {
      const person = await registerAndLogin(worker);
      const sessions = [person, await loginAs(worker, person)];
      let answered = false;
      const granted: boolean[] = [];
      const watch: Interceptor = async ({ binding, method }, proceed) => {
        const late = answered;
        const reply = await proceed();
        const isGrant =
          method === 'authenticate' && (reply as { outcome: string }).outcome === 'granted';
        if (binding === 'USER_SESSIONS' && isGrant) granted.push(late);
        return reply;
      };
      const isolates = [0, 1].map(() =>
        createTestWorker({ clock: worker.clock, intercept: watch }),
      );
      const ask = (index: number): Promise<number> => {
        const isolate = isolates[index % 2] ?? worker;
        const session = sessions[(index >> 1) % 2] ?? person;
        const headers = index % 3 === 0 ? session.headers : bearerOf(session);
        return codeOfMe(isolate, { headers });
      };
      const indexes = Array.from({ length: 100 }, (__, index) => index);
      // Work that an isolate does once must not keep all requests behind the change.
      await Promise.all(isolates.map((isolate) => isolate.fetch('/ready')));
      const underWay = indexes.map(ask);
      await change(person);
      answered = true;
      const codes = await Promise.all(indexes.map(ask));
      await Promise.all(underWay);
      expect(granted).not.toContain(true);
      expect(granted.length).toBeGreaterThan(0);
      expect(codes).toEqual(Array.from({ length: 100 }, () => code));
    },
  );
});

import { beforeAll, describe, expect, it } from 'vitest';
import { issueCredential } from '../../../../src/worker/lib/credential.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';
import { ask, asCookie, bearer, tokenCookie } from '../../../support/session-rules.ts';

let worker: TestWorker;
let person: Person;
beforeAll(async () => {
  worker = createTestWorker();
  person = await registerAndLogin(worker);
});

describe('the link of an image', () => {
  const link = async (headers: Record<string, string>) =>
    (await ask(worker, '/link', { headers })).actor?.username ?? null;

  it('recognises its visitor by cookie, unless another site embeds it', async () => {
    const cookie = asCookie(person);
    expect(await link(cookie)).toBe(person.username);
    for (const site of ['same-origin', 'none']) {
      expect(await link({ ...cookie, 'Sec-Fetch-Site': site })).toBe(person.username);
    }
    for (const site of ['cross-site', 'same-site']) {
      expect(await link({ ...cookie, 'Sec-Fetch-Site': site })).toBeNull();
    }
  });

  it('recognises its visitor by bearer session', async () => {
    expect(await link(bearer(person.bearer))).toBe(person.username);
  });

  it('treats an invalid session as no session', async () => {
    const identity = await issueCredential(worker.services.keys, 'identity', '1');
    const image = await issueCredential(worker.services.keys, 'image');
    for (const headers of [
      {},
      bearer('made.up'),
      bearer(identity),
      bearer(image),
      tokenCookie('made.up'),
      { ...asCookie(person), ...bearer(image) },
    ]) {
      expect(await link(headers)).toBeNull();
    }
  });

  it('treats a suspended user as signed out', async () => {
    const other = await registerAndLogin(worker);
    await worker.services.sessions.apply(
      other.userId,
      { username: other.username, role: 'user', status: 'suspended', authVersion: 2 },
      true,
    );
    expect(await link(bearer(other.bearer))).toBeNull();
  });
});

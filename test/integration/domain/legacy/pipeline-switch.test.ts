import { beforeEach, describe, expect, it } from 'vitest';
import { findInconsistencies } from '../../../support/consistency.ts';
import { makeEquallyLong, makePng } from '../../../support/craft-images.ts';
import {
  filePart,
  LEGACY_VARS,
  legacyClient,
  loseJobs,
  makeForm,
  type LegacyClient,
} from '../../../support/legacy.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { listFindings } from '../../../support/states.ts';
import { passTime } from '../../../support/upload-sweep.ts';
import { createTestWorker, TestClock } from '../../../support/worker.ts';

const clock = new TestClock();
const before = createTestWorker({ clock, vars: LEGACY_VARS, intercept: loseJobs() });
const after = createTestWorker({ clock, intercept: loseJobs() });
const { DB, BUCKET } = before.env;
let person: Person;
let client: LegacyClient;

beforeEach(async () => {
  person = await registerAndLogin(before);
  client = legacyClient(after, person);
});

const countObjects = async (): Promise<number> => (await BUCKET.list()).objects.length;

const countImages = () =>
  DB.prepare('SELECT count(*) AS n FROM images WHERE user_id = ?').bind(person.userId).first('n');

describe('a pipeline-1 request after the switch', () => {
  it('gets its existing upload, or else 4262', async () => {
    const [file, another] = makeEquallyLong();
    const key = crypto.randomUUID();
    const first = await legacyClient(before, person).upload(file, key);
    const stored = await countObjects();
    expect(await client.upload(file, key)).toMatchObject({ status: 200, data: first.data });
    const other = legacyClient(after, await registerAndLogin(before));
    for (const answer of [
      await client.upload(file),
      await client.upload(file, crypto.randomUUID()),
      await client.upload(makePng(5, 5, 100), key),
      await client.upload(another, key),
      await client.sendForm('no form', { 'Content-Type': 'text/plain' }),
      await client.sendForm('no form', { 'Content-Type': 'text/plain', key: 'unknown' }),
      await other.upload(file, key),
    ]) {
      expect(answer).toMatchObject({ status: 426, code: 4262 });
    }
    clock.advance(before.services.config.UPLOAD_IDEMPOTENCY_TTL_MS);
    expect((await client.upload(file, key)).code).toBe(4262);
    expect(await countObjects()).toBe(stored);
    expect(await findInconsistencies(before)).toEqual([]);
  });

  it('has its session and CSRF token checked first', async () => {
    const key = crypto.randomUUID();
    const file = makePng();
    await legacyClient(before, person).upload(file, key);
    const { Cookie = '' } = person.headers;
    const upload = (headers: Record<string, string>) =>
      legacyClient(after, { headers }).upload(file, key);
    expect((await upload({})).code).toBe(4010);
    expect((await upload({ Cookie })).code).toBe(4035);
    expect((await upload(person.headers)).status).toBe(200);
  });

  it('ends the first attempt if that is under way: there is no image', async () => {
    const form = makeForm([filePart(makePng())]);
    const key = crypto.randomUUID();
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const slow = createTestWorker({
      clock,
      vars: LEGACY_VARS,
      intercept: loseJobs(async ({ binding }, proceed) => {
        if (binding !== 'BUCKET') return proceed();
        reached.resolve();
        await released.promise;
        return proceed();
      }),
    });
    const first = legacyClient(slow, person).sendForm(form, { key });
    await reached.promise;
    const second = await client.sendForm(form, { key });
    released.resolve();
    expect([second.code, (await first).code]).toEqual([4262, 4091]);
    expect(await countImages()).toBe(0);
    await passTime(before);
    expect(await findInconsistencies(before)).toEqual([]);
    const findings = await listFindings(before);
    // No queue runs here.
    expect(findings.filter((one) => !one.endsWith('running?'))).toEqual([]);
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { setStatus } from '../../../../src/worker/domain/accounts/set-status.ts';
import { call } from '../../../support/api-call.ts';
import { loginAs, registerAndLogin, type Person } from '../../../support/people.ts';
import {
  DEADLINE_MS,
  expectOk,
  numberTrials,
  ownImage,
  privateViews,
  runTrial,
  SEED,
  setUp,
  statusOf,
  tokenOf,
  TRIALS,
} from '../../../support/revocation.ts';
import { registerAdmin } from '../../../support/states.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe(`revocation in ${String(TRIALS)} trials or more`, () => {
  it(
    'refuses a token once its revocation or replacement is answered',
    async () => {
      const scene = setUp(SEED + 2);
      const { here } = scene;
      const owner = await registerAndLogin(here);
      const image = await ownImage(scene, owner, 'private');
      const tokens = `/images/${String(image.imageId)}/tokens`;
      const counts = () => Object.values(scene.interleaver.held);
      for (const _ of numberTrials(counts)) {
        const token = await tokenOf(here, owner, image);
        const names = ['.webp', '/gallery.webp'];
        const views = privateViews(scene, image, { 'X-Image-Token': token }, names);
        expect(await statusOf(here, `/i/${image.uniqueLink}S.webp?token=${token}`)).toBe(200);
        const method = scene.interleaver.pick(['DELETE', 'POST']);
        const change = async () => expectOk(await call(here, owner, method, tokens));
        await runTrial(scene, { views, change }, ({ code }) => code === 4042);
      }
      expect(scene.interleaver.heldPuts).toBe(0);
      expect(Math.min(...counts())).toBeGreaterThan(TRIALS / 5);
    },
    DEADLINE_MS,
  );

  it(
    'refuses a suspended user’s sessions, not public images',
    async () => {
      const scene = setUp(SEED + 3);
      const { here, interleaver } = scene;
      const owner = await registerAndLogin(here);
      const operator = await registerAdmin(here);
      // A session carries the role of its login.
      const admin = await loginAs(here, await registerAdmin(here));
      const image = await ownImage(scene, owner, 'private');
      const shown = await ownImage(scene, owner);
      const token = await tokenOf(here, owner, image);
      const link = `/i/${image.uniqueLink}S.webp`;
      const set = (person: Person, status: 'active' | 'suspended') =>
        setStatus(here.services, operator, { userId: person.userId, status });
      const counts = () => Object.values(interleaver.held);
      for (const trial of numberTrials(counts)) {
        const person = trial % 2 === 0 ? owner : admin;
        const headers = interleaver.pick<Record<string, string>>([
          { Cookie: person.headers['Cookie'] ?? '' },
          { Authorization: `Bearer ${person.bearer}` },
        ]);
        expect(await statusOf(here, link, headers)).toBe(200);
        const names = ['.webp', '/gallery.webp', '/master.webp', '/admin.webp'];
        const views = privateViews(scene, image, headers, names);
        const change = () => set(person, 'suspended');
        await runTrial(scene, { views, change }, ({ view, code }) =>
          /(?:master|admin)\.webp$/u.test(view) ? code === 4041 : code === 4037,
        );
        expect((await call(here, person, 'GET', '/auth/me')).code).toBe(4030);
        expect(await statusOf(here, `/i/${shown.uniqueLink}.webp`)).toBe(200);
        expect(await statusOf(here, link, { 'X-Image-Token': token })).toBe(200);
        await set(person, 'active');
      }
      expect(Math.min(...counts())).toBeGreaterThan(TRIALS / 5);
    },
    DEADLINE_MS,
  );
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../../support/api-call.ts';
import { registerAndLogin } from '../../../support/people.ts';
import {
  DEADLINE_MS,
  expectOk,
  numberTrials,
  ownImage,
  privateViews,
  publicViews,
  runTrial,
  SEED,
  setUp,
  TRIALS,
  type Seen,
} from '../../../support/revocation.ts';

/** Trials with many views in flight. */
const CROWDS = 10;

const is404 = ({ status }: Seen): boolean => status === 404;

afterEach(() => {
  vi.restoreAllMocks();
});

describe(`revocation in ${String(TRIALS)} trials or more`, () => {
  it(
    'refuses the public alias once a visibility switch is answered',
    async () => {
      const scene = setUp(SEED);
      const owner = await registerAndLogin(scene.here);
      const { interleaver } = scene;
      const counts = () => [
        interleaver.heldPuts,
        interleaver.holdings,
        ...Object.values(interleaver.held),
      ];
      for (const _ of numberTrials(counts)) {
        const image = await ownImage(scene, owner);
        const views = publicViews(scene.isolates, image);
        const path = `/images/${String(image.imageId)}/visibility`;
        const change = async () =>
          expectOk(await call(scene.here, owner, 'PATCH', path, { visibility: 'private' }));
        await runTrial(scene, { views, change }, is404);
      }
      expect(Math.min(...counts())).toBeGreaterThan(TRIALS / 5);
    },
    DEADLINE_MS,
  );

  it(
    'refuses it while fifty misses fill the caches',
    async () => {
      const scene = setUp(SEED + 4);
      const owner = await registerAndLogin(scene.here);
      for (let trial = 0; trial < CROWDS; trial += 1) {
        const image = await ownImage(scene, owner);
        const views = publicViews(scene.isolates, image);
        const path = `/images/${String(image.imageId)}/visibility`;
        const change = async () =>
          expectOk(await call(scene.here, owner, 'PATCH', path, { visibility: 'private' }));
        await runTrial(scene, { views, change, inFlight: 50 }, is404);
      }
      expect(scene.interleaver.heldPuts).toBeGreaterThan(CROWDS);
    },
    DEADLINE_MS,
  );

  it(
    'refuses an image once its deletion is answered',
    async () => {
      const scene = setUp(SEED + 1);
      const owner = await registerAndLogin(scene.here);
      const counts = () => [scene.interleaver.heldPuts];
      for (const trial of numberTrials(counts)) {
        const isPrivate = trial % 5 === 0;
        const image = await ownImage(scene, owner, isPrivate ? 'private' : 'public');
        const { Cookie = '' } = owner.headers;
        const views = isPrivate
          ? privateViews(scene, image, { Cookie }, ['.webp', '/master.webp'])
          : publicViews(scene.isolates, image);
        const change = async () =>
          expectOk(await call(scene.here, owner, 'DELETE', `/images/${String(image.imageId)}`));
        await runTrial(scene, { views, change }, is404);
      }
      expect(Math.min(...counts())).toBeGreaterThan(TRIALS / 5);
    },
    DEADLINE_MS,
  );
});

import { expect, it } from 'vitest';
import { findInconsistencies } from '../../../support/consistency.ts';
import { privateImage, type Scene } from '../../../support/image-scene.ts';
import { crashAt } from '../../../support/instrument.ts';
import { listLinks, open, revokeLink, share } from '../../../support/share-links.ts';
import { createTestWorker, TestClock, type TestWorker } from '../../../support/worker.ts';

const vars = { IMAGE_WRITES_PER_MINUTE: '1000' };

type Act = (worker: TestWorker, scene: Scene) => Promise<unknown>;

const make: Act = (worker, scene) => share({ ...scene, worker }, { max_views: 2, label: 'made' });

/** Runs `act` in Workers that die after their first, second, … operation, until one survives. */
const dieEverywhere = async (act: Act, check: (scene: Scene) => Promise<void>) => {
  const clock = new TestClock();
  const scene = await privateImage(createTestWorker({ clock, vars }));
  let fired = true;
  for (let index = 0; fired; index += 1) {
    const crash = crashAt(index, 'after');
    const dying = createTestWorker({ clock, vars, intercept: crash.intercept });
    await act(dying, scene).catch(() => undefined);
    await dying.settle();
    await check(scene);
    ({ fired } = crash);
    expect(index).toBeLessThan(20);
  }
  expect(await findInconsistencies(scene.worker)).toEqual([]);
};

it('a Worker that dies while it makes a link leaves none, or one that is listed and works', async () => {
  await dieEverywhere(make, async (scene) => {
    const links = await listLinks(scene);
    expect(links.length).toBeLessThanOrEqual(1);
    for (const { id, image_url } of links) {
      expect(await open(scene, image_url)).toBe(0);
      expect((await revokeLink(scene, id)).code).toBe(0);
    }
  });
});

it('a Worker that dies while it revokes a link leaves it whole or revoked', async () => {
  const urls: string[] = [];
  const revoke: Act = async (worker, scene) => {
    const { id, image_url } = (await share(scene, { max_views: 2 })).data;
    urls.push(image_url);
    return revokeLink({ ...scene, worker }, id);
  };
  await dieEverywhere(revoke, async (scene) => {
    const listed = await listLinks(scene);
    const codes = await Promise.all(urls.splice(0).map((url) => open(scene, url)));
    expect(codes).toEqual([listed.length === 0 ? 4042 : 0]);
    for (const { id } of listed) expect((await revokeLink(scene, id)).code).toBe(0);
  });
});

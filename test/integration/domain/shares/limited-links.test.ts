import { evictDurableObject, listDurableObjectIds, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { claimDeletions } from '../../../../src/worker/domain/accounts/claim-deletions.ts';
import { eraseAccounts } from '../../../../src/worker/domain/accounts/erase-account.ts';
import { requestDeletion } from '../../../../src/worker/domain/accounts/request-deletion.ts';
import { call } from '../../../support/api-call.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { privateImage, publicImage, type Scene } from '../../../support/image-scene.ts';
import { seedUser } from '../../../support/images.ts';
import { InjectedFault, type Interceptor } from '../../../support/instrument.ts';
import { listLinks, open, pathOf, revokeLink, share } from '../../../support/share-links.ts';
import { passMinutes, statusOf } from '../../../support/states.ts';
import { sweep } from '../../../../src/worker/jobs/sweep.ts';
import { createTestWorker } from '../../../support/worker.ts';

const DAY_MS = 86_400_000;

/** How often each code occurs. */
const tally = (codes: readonly number[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(codes, String)].map(([code, all]) => [code, all.length]));

const objectOf = (linkId: number) => env.SHARE_VIEWS.getByName(`link:${String(linkId)}`);

const countEntries = (linkId: number): Promise<number> =>
  runInDurableObject(objectOf(linkId), (_, { storage }) => [...storage.kv.list()].length);

describe('a link with a limit of views', () => {
  it('shows its image exactly that often under 200 simultaneous requests', async () => {
    const scene = await privateImage();
    const counted: number[] = [];
    scene.worker.services.counters.countView = (id) => counted.push(id);
    const { image_url } = (await share(scene, { max_views: 25 })).data;
    const codes = await Promise.all(Array.from({ length: 200 }, () => open(scene, image_url)));
    expect(tally(codes)).toEqual({ 0: 25, 4037: 175 });
    expect(counted).toEqual(Array<number>(25).fill(scene.image.imageId));
    expect(await listLinks(scene)).toMatchObject([{ max_views: 25, views_taken: 25 }]);
  });

  it('keeps its count in another isolate, and when its object is evicted', async () => {
    const scene = await privateImage();
    const { id, image_url } = (await share(scene, { max_views: 2 })).data;
    expect(await open(scene, image_url)).toBe(0);
    await evictDurableObject(objectOf(id));
    const other = createTestWorker({ clock: scene.worker.clock });
    expect(await open({ worker: other }, image_url)).toBe(0);
    expect(await open({ worker: other }, image_url)).toBe(4037);
  });

  it('takes a view for every range of bytes, so that parts make no second image', async () => {
    const scene = await privateImage();
    const { image_url } = (await share(scene, { max_views: 2 })).data;
    const part = (range: string) => open(scene, image_url, { headers: { Range: range } });
    expect(await part('bytes=0-9')).toBe(0);
    expect(await part('bytes=10-')).toBe(0);
    expect(await part('bytes=10-')).toBe(4037);
  });

  it('offers neither a download nor the image alone, which would take another view', async () => {
    const scene = await privateImage();
    const textOf = async (body: object) => {
      const { url } = (await share(scene, body)).data;
      return (await scene.worker.fetch(pathOf(url))).text();
    };
    expect(await textOf({ max_views: 3 })).not.toMatch(/href="\/s\//u);
    expect(await textOf({})).toMatch(/href="\/s\/[^"]+" download="photograph.webp"/u);
  });

  it('takes none for its page, HEAD, an unchanged image, an impossible range or a refusal', async () => {
    const scene = await privateImage();
    const { worker } = scene;
    const { id, url, image_url } = (await share(scene, { max_views: 2 })).data;
    const first = await worker.fetch(pathOf(image_url));
    await first.arrayBuffer();
    const etag = first.headers.get('ETag') ?? '';
    await open(scene, url);
    for (const init of [
      { method: 'HEAD' },
      { headers: { 'If-None-Match': etag } },
      { headers: { Range: 'bytes=999999-' } },
    ]) {
      await (await worker.fetch(pathOf(image_url), init)).arrayBuffer();
    }
    const { publish } = scene.image.keys;
    const stored = await (await worker.env.BUCKET.get(publish))?.arrayBuffer();
    await worker.env.BUCKET.delete(publish);
    expect(await open(scene, image_url)).toBe(4041);
    await worker.env.BUCKET.put(publish, stored ?? '');
    expect(await listLinks(scene)).toMatchObject([{ id, views_taken: 1 }]);
  });

  it('is refused with its page, HEAD and conditions once its views are taken', async () => {
    const scene = await privateImage();
    const { url, image_url } = (await share(scene, { max_views: 1 })).data;
    expect(await open(scene, url)).toBe(0);
    expect(await open(scene, image_url)).toBe(0);
    expect([await open(scene, url), await open(scene, image_url)]).toEqual([4037, 4037]);
    const page = await scene.worker.fetch(pathOf(url), { headers: { Accept: 'text/html' } });
    expect(page.status).toBe(403);
    expect(await page.text()).toContain('This link no longer works');
    const head = await scene.worker.fetch(pathOf(image_url), { method: 'HEAD' });
    expect(head.status).toBe(403);
  });

  it('never shows more than its limit when an answer of its object is lost', async () => {
    let isBroken = true;
    const loseAnswers: Interceptor = async ({ binding, method }, proceed) => {
      const answer = await proceed();
      if (isBroken && binding === 'SHARE_VIEWS' && method === 'take') {
        throw new InjectedFault('the answer is lost');
      }
      return answer;
    };
    const scene = await privateImage(createTestWorker({ intercept: loseAnswers }));
    const { image_url } = (await share(scene, { max_views: 3 })).data;
    expect(await open(scene, image_url)).toBe(1000);
    isBroken = false;
    const codes = await Promise.all(Array.from({ length: 6 }, () => open(scene, image_url)));
    expect(tally(codes)).toEqual({ 0: 2, 4037: 4 });
  });

  it('shows nothing after the answer to its revocation, with requests before, during and after', async () => {
    const scene = await privateImage();
    const { id, image_url } = (await share(scene, { max_views: 1000 })).data;
    const before = Array.from({ length: 40 }, () => open(scene, image_url));
    const revoked = revokeLink(scene, id);
    const during = Array.from({ length: 40 }, () => open(scene, image_url));
    expect((await revoked).code).toBe(0);
    const after = await Promise.all(Array.from({ length: 40 }, () => open(scene, image_url)));
    expect(tally(after)).toEqual({ 4042: 40 });
    const racing = await Promise.all([...before, ...during]);
    expect(Object.keys(tally(racing)).every((code) => code === '0' || code === '4042')).toBe(true);
  });
});

describe('the count of a limited link', () => {
  const erased = async (end: (scene: Scene, id: number) => Promise<unknown>) => {
    const scene = await publicImage();
    const limited = (await share(scene, { max_views: 5 })).data;
    const free = (await share(scene)).data;
    await open(scene, limited.image_url);
    expect(await countEntries(limited.id)).toBe(1);
    await end(scene, limited.id);
    scene.worker.clock.advance(50_000);
    await sweep(scene.worker.services);
    // A view that was admitted before the end may still count.
    await objectOf(limited.id).take(5);
    await passMinutes(scene.worker, 20);
    expect(await countEntries(limited.id)).toBe(0);
    expect(await findInconsistencies(scene.worker)).toEqual([]);
    return { scene, limited, free };
  };

  it('is erased after the link is revoked, later than any view under way', async () => {
    const { scene, limited, free } = await erased((each, id) => revokeLink(each, id));
    expect(await open(scene, limited.image_url)).toBe(4042);
    expect(await open(scene, free.image_url)).toBe(0);
  });

  it('is erased with its image, whose links are unknown at once', async () => {
    const { scene, limited, free } = await erased(async (each) => {
      const { worker, owner, image } = each;
      await call(worker, owner, 'DELETE', `/images/${String(image.imageId)}`);
    });
    expect([await open(scene, limited.image_url), await open(scene, free.url)]).toEqual([
      4041, 4041,
    ]);
  });

  it('is erased with its account, whose links are unknown from the claim on', async () => {
    const { scene, limited, free } = await erased(async ({ worker, owner }) => {
      await requestDeletion(worker.services, { userId: await seedUser(worker) }, owner);
      worker.clock.advance(DAY_MS);
      await claimDeletions(worker.services);
      await eraseAccounts(worker.services);
      expect(await statusOf(worker, owner.userId)).toBeNull();
    });
    expect([await open(scene, limited.image_url), await open(scene, free.url)]).toEqual([
      4041, 4041,
    ]);
  });

  it('is erased later when its object is out of reach', async () => {
    let isDown = true;
    const scene = await publicImage(
      createTestWorker({
        intercept: async ({ binding, method }, proceed) => {
          if (isDown && binding === 'SHARE_VIEWS' && method === 'forget') {
            throw new InjectedFault('out of reach');
          }
          return proceed();
        },
      }),
    );
    const { id, image_url } = (await share(scene, { max_views: 5 })).data;
    await open(scene, image_url);
    await revokeLink(scene, id);
    await passMinutes(scene.worker, 5);
    expect(await countEntries(id)).toBe(1);
    isDown = false;
    await passMinutes(scene.worker, 30);
    expect(await countEntries(id)).toBe(0);
  });

  it('makes no object for a link without a limit', async () => {
    const scene = await publicImage();
    const { id, image_url } = (await share(scene)).data;
    await open(scene, image_url);
    await listLinks(scene);
    const ids = await listDurableObjectIds(env.SHARE_VIEWS);
    expect(ids.some((each) => each.equals(objectOf(id).id))).toBe(false);
  });
});

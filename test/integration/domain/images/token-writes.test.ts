import { describe, expect, it } from 'vitest';
import { crashAt } from '../../../support/instrument.ts';
import { createTestWorker, TestClock, type TestWorker } from '../../../support/worker.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import {
  issue,
  privateImage,
  privateLink,
  revoke,
  setVisibility,
  view,
  type Scene,
} from '../../../support/image-scene.ts';
import { readRows, statement } from '../../../support/sql.ts';

describe('issuing and revoking a token', () => {
  const request = (scene: Scene, worker: TestWorker, method: 'POST' | 'DELETE') =>
    worker.fetch(`/api/v1/images/${scene.image.imageId}/tokens`, {
      method,
      headers: scene.owner.headers,
    });

  it.each([
    ['POST', 'before'],
    ['POST', 'after'],
    ['DELETE', 'before'],
    ['DELETE', 'after'],
  ] as const)(
    'leaves at most one token when the Worker dies (%s, %s any operation)',
    async (method, moment) => {
      const clock = new TestClock();
      const scene = await privateImage(createTestWorker({ clock }));
      for (let index = 0; ; index += 1) {
        await issue(scene);
        const crash = crashAt(index, moment);
        const dying = createTestWorker({ clock, intercept: crash.intercept });
        await request(scene, dying, method);
        await dying.settle();
        const active = await readRows<{ id: number }>(
          scene.worker.services.db,
          statement(
            'SELECT id FROM image_tokens WHERE image_id = ? AND revoked_at IS NULL',
            scene.image.imageId,
          ),
        );
        expect(active.length).toBeLessThanOrEqual(1);
        const { data } = await issue(scene);
        expect(
          (await view(scene, privateLink(scene), { 'X-Image-Token': data.token })).status,
        ).toBe(200);
        if (!crash.fired) break;
        expect(index).toBeLessThan(50);
      }
      expect(await findInconsistencies(createTestWorker())).toEqual([]);
    },
  );
});

describe('changes of images', () => {
  it('share a limit per user and minute for switches and tokens (4029), with Retry-After', async () => {
    const worker = createTestWorker({ vars: { IMAGE_WRITES_PER_MINUTE: '3' } });
    const scene = await privateImage(worker);
    const other = await privateImage(worker);
    const acts = [
      () => setVisibility(scene, 'public'),
      () => setVisibility(scene, 'private'),
      () => issue(scene),
      () => revoke(scene),
    ];
    expect((await setVisibility(scene, 'private')).code).toBe(0);
    expect((await issue(scene)).code).toBe(0);
    expect((await revoke(scene)).code).toBe(0);
    for (const act of acts) expect(await act()).toMatchObject({ status: 429, code: 4029 });
    const path = `/api/v1/images/${scene.image.imageId}/tokens`;
    const { headers } = await worker.fetch(path, { method: 'POST', headers: scene.owner.headers });
    expect(headers.get('Retry-After')).toBe('60');
    expect((await issue(other)).code).toBe(0);
    worker.clock.advance(60_001);
    expect((await issue(scene)).code).toBe(0);
  });
});

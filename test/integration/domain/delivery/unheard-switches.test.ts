import { describe, expect, it, vi } from 'vitest';
import { call } from '../../../support/api-call.ts';
import { seedPublishedImage } from '../../../support/images.ts';
import { InjectedFault, type Interceptor } from '../../../support/instrument.ts';
import { registerAndLogin } from '../../../support/people.ts';
import { expectOk, publicViews, SEED, statusOf, type View } from '../../../support/revocation.ts';
import { runBatch, statement } from '../../../support/sql.ts';
import { createRandom } from '../../../support/create-random.ts';
import { createTestWorker, TestClock } from '../../../support/worker.ts';

describe('a switch whose response was lost', () => {
  it('is completed by the next request for it', async () => {
    const clock = new TestClock();
    const here = createTestWorker({ clock });
    const owner = await registerAndLogin(here);
    const image = await seedPublishedImage(here, { userId: owner.userId });
    const link = `/i/${image.uniqueLink}.webp`;
    expect(await statusOf(here, link)).toBe(200);
    await here.settle();
    // State after an isolate was killed right after the commit.
    await runBatch(here.services.db, [
      statement("UPDATE images SET visibility = 'private' WHERE id = ?", image.imageId),
    ]);
    const path = `/images/${String(image.imageId)}/visibility`;
    expectOk(await call(here, owner, 'PATCH', path, { visibility: 'private' }));
    expect(await statusOf(here, link)).toBe(404);
  });
});

describe.each([
  ['a switch', 'PATCH', '/visibility', { visibility: 'private' }],
  ['a deletion', 'DELETE', '', undefined],
] as const)('%s whose commit the database does not confirm', (_, method, suffix, body) => {
  it('is in force after it has failed', async () => {
    let isLost = false;
    const intercept: Interceptor = async ({ binding, method: called }, proceed) => {
      const result = await proceed();
      if (isLost && binding === 'DB' && called === 'batch') throw new InjectedFault();
      return result;
    };
    const clock = new TestClock();
    const [here, there] = [createTestWorker({ clock, intercept }), createTestWorker({ clock })];
    const owner = await registerAndLogin(here);
    const image = await seedPublishedImage(here, { userId: owner.userId });
    const link = `/i/${image.uniqueLink}.webp`;
    for (const worker of [here, there]) {
      expect(await statusOf(worker, link)).toBe(200);
      await worker.settle();
    }
    vi.spyOn(console, 'error').mockReturnValue();
    isLost = true;
    const path = `/images/${String(image.imageId)}${suffix}`;
    expect((await call(here, owner, method, path, body)).status).toBe(500);
    isLost = false;
    for (const worker of [here, there]) expect(await statusOf(worker, link)).toBe(404);
  });
});

describe('a missed switch', () => {
  const LIFE_MS = 600_000;

  /** Time for which a response may still be cached (milliseconds); 0 for `no-store`. */
  const keptMs = (response: Response): number => {
    const control = response.headers.get('Cache-Control') ?? '';
    return control === 'no-store' ? 0 : Number(/max-age=(\d+)/u.exec(control)?.[1]) * 1000;
  };

  it.each([1, 2, 3, 4])(
    'leaves no response ten minutes after its last valid row, even in browsers (seed %i)',
    async (seed) => {
      const clock = new TestClock();
      const random = createRandom(SEED + seed);
      let lastRead = 0;
      let isAllowed = true;
      // Reading takes time, all of which counts.
      const intercept: Interceptor = async ({ binding, method }, proceed) => {
        if (isAllowed && binding === 'DB' && method === 'all') lastRead = clock.now();
        const result = await proceed();
        if (binding === 'DB' || binding === 'BUCKET') clock.advance(Math.floor(random() * 9000));
        return result;
      };
      const start = (vars: Record<string, string> = {}) =>
        createTestWorker({ clock, vars, intercept });
      const isolates = [start(), start(), start({ MEMORY_CACHE_ENTRY_BYTES: '0' })];
      const image = await seedPublishedImage(createTestWorker({ clock }));
      const forms = publicViews(isolates, image);
      const view = async (): Promise<number> => {
        const { worker, path, init } = forms[Math.floor(random() * forms.length)] as View;
        const response = await worker.fetch(path, init);
        await response.arrayBuffer();
        expect(clock.now() + keptMs(response)).toBeLessThanOrEqual(
          response.status < 400 ? lastRead + LIFE_MS : clock.now(),
        );
        await worker.settle();
        return response.status;
      };
      for (let step = 0; step < 25; step += 1) {
        clock.advance(Math.floor(random() * 60_000));
        expect(await view()).toBeLessThan(400);
      }
      // As seen from another data centre: the row changes, without notice to any cache.
      await runBatch(createTestWorker({ clock }).services.db, [
        statement("UPDATE images SET visibility = 'private' WHERE id = ?", image.imageId),
      ]);
      isAllowed = false;
      while (clock.now() < lastRead + 1.5 * LIFE_MS) {
        const status = await view();
        if (clock.now() > lastRead + LIFE_MS + 30_000) expect(status).toBe(404);
        clock.advance(Math.floor(random() * 30_000));
      }
    },
  );
});

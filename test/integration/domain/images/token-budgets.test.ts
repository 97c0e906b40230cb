import { describe, expect, it } from 'vitest';
import { callsAt, countInto, type Tally } from '../../../support/instrument.ts';
import { createTestWorker, TestClock, type TestWorker } from '../../../support/worker.ts';
import {
  issue,
  privateImage,
  privateLink,
  revoke,
  setVisibility,
  view,
} from '../../../support/image-scene.ts';

describe('the cost of', () => {
  const measure = async (
    clock: TestClock,
    act: (worker: TestWorker) => Promise<unknown>,
  ): Promise<Tally> => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const worker = createTestWorker({ clock, intercept: countInto(tally) });
    await worker.fetch('/ready');
    Object.keys(tally.calls).forEach((name) => delete tally.calls[name]);
    tally.rowsRead = 0;
    await act(worker);
    return tally;
  };

  it('a view with a token: one D1 round trip beside one R2 get, no object call', async () => {
    const clock = new TestClock();
    const scene = await privateImage(createTestWorker({ clock }));
    const { data } = await issue(scene);
    const tally = await measure(clock, (worker) =>
      view({ worker }, privateLink(scene), { 'X-Image-Token': data.token }),
    );
    expect(callsAt(tally, 'DB')).toBe(1);
    expect(callsAt(tally, 'BUCKET')).toBe(1);
    expect(callsAt(tally, 'USER_SESSIONS')).toBe(0);
    expect(callsAt(tally, 'CACHE')).toBe(0);
  });

  it('a view with many tokens and a session: no more than with one token', async () => {
    const clock = new TestClock();
    const scene = await privateImage(createTestWorker({ clock }));
    const tokens: string[] = [];
    for (let issued = 0; issued < 5; issued += 1) tokens.push((await issue(scene)).data.token);
    const measureView = (query: string, headers: Record<string, string>) =>
      measure(clock, async (worker) =>
        expect((await view({ worker }, privateLink(scene) + query, headers)).status).toBe(200),
      );
    const valid = tokens.at(-1) ?? '';
    const one = await measureView('', { 'X-Image-Token': valid });
    const query = `?${tokens.map((token) => `token=${token}`).join('&')}`;
    const headers = { 'X-Image-Token': valid, Authorization: `Bearer ${scene.owner.bearer}` };
    const many = await measureView(query, headers);
    expect(many.calls).toEqual(one.calls);
    expect(callsAt(many, 'DB')).toBe(1);
    expect(one.rowsRead).toBeLessThanOrEqual(6);
    // The value, the index entry and the row of each further token.
    expect(many.rowsRead).toBeLessThanOrEqual(one.rowsRead + 4 * 3);
  });

  it('a switch, an issue and a revocation: two D1 round trips and one object call each', async () => {
    const clock = new TestClock();
    const scene = await privateImage(createTestWorker({ clock }));
    for (const act of [
      (worker: TestWorker) => revoke({ ...scene, worker }),
      (worker: TestWorker) => setVisibility({ ...scene, worker }, 'public'),
    ]) {
      const tally = await measure(clock, act);
      expect(callsAt(tally, 'DB')).toBe(2);
      expect(callsAt(tally, 'USER_SESSIONS')).toBe(1);
      expect(callsAt(tally, 'RATE_LIMITER')).toBe(1);
    }
    await setVisibility(scene, 'private');
    const issuing = await measure(clock, (worker) => issue({ ...scene, worker }));
    // The default lifetime is read beside the image.
    expect(callsAt(issuing, 'DB')).toBe(3);
  });
});

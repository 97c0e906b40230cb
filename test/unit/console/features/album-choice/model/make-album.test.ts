import { beforeEach, expect, it, vi } from 'vitest';
import { disconnect, fakeApi, inTurn } from '../../../support/fake-api.ts';
import { loadModules } from '../../../support/load-modules.ts';

interface Modules {
  onceForTitle(): (title: string) => Promise<{ readonly id: number }>;
}

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'http://localhost' });
  vi.stubGlobal('document', { cookie: '' });
});

it('an album whose answer was lost is asked for under the same key, and another title under its own', async () => {
  const made = Response.json({ code: 0, data: { id: 7 } });
  const { calls } = fakeApi({ 'POST /api/v1/albums': inTurn(disconnect, made) });
  const { onceForTitle } = await loadModules<Modules>('features/album-choice/model/make-album.ts');
  const makeAlbum = onceForTitle();
  await expect(makeAlbum('Harbours')).rejects.toThrow();
  expect(await makeAlbum('Harbours')).toEqual({ id: 7 });
  await makeAlbum('Boats');
  const [lost, again, other] = calls.map(({ request }) => request.headers.get('Idempotency-Key'));
  expect(lost).toBe(again);
  expect(other).not.toBe(again);
});

import { expect, it, vi } from 'vitest';
import { isServiceReady } from '../../../../../../src/console/features/upload/model/is-service-ready.ts';

it.each([
  ['a service that is ready', async () => Response.json({ status: 'ready' }), true],
  ['one without its database', async () => Response.json({ code: 1001 }, { status: 503 }), false],
  ['one that does not answer', () => Promise.reject(new TypeError('Failed to fetch')), false],
])('of %s', async (_, answer, isReady) => {
  const ask = vi.fn<typeof fetch>(answer);
  vi.stubGlobal('fetch', ask);
  expect(await isServiceReady()).toBe(isReady);
  expect(ask).toHaveBeenCalledExactlyOnceWith(
    '/ready',
    expect.objectContaining({ cache: 'no-store' }),
  );
});

import { join } from 'node:path';
import { expect, it, vi } from 'vitest';

interface Modules {
  readonly api: { GET(path: string): Promise<unknown> };
  call(asked: Promise<unknown>): Promise<unknown>;
  describeError(error: unknown): string;
}

const SRC = join(import.meta.dirname, '../../../../src/console');

it.each([
  [
    'of the service',
    Response.json({ code: 4012, message: 'full' }, { status: 403 }),
    'storage is full',
  ],
  ['whose code nobody knows', Response.json({ code: 9, message: 'New.' }, { status: 400 }), 'New.'],
  ['of what stands before it', new Response('<html>', { status: 502 }), 'on our side'],
  ['without a word', new Response(null, { status: 403 }), 'on our side'],
])('a refusal %s is said in words', async (_, answer, words) => {
  vi.stubGlobal('location', { origin: 'http://localhost' });
  vi.stubGlobal('fetch', async () => answer);
  // By path, since the modules know a browser and this test has none.
  const loaded = ['api/client.ts', 'state/describe-error.ts'].map(
    (path) => import(join(SRC, path)),
  );
  const modules: Modules = Object.assign({}, ...(await Promise.all(loaded)));
  const error: unknown = await modules
    .call(modules.api.GET('/api/v1/auth/me'))
    .catch((reason: unknown) => reason);
  expect(modules.describeError(error)).toContain(words);
});

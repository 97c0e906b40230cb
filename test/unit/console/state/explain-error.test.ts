import { expect, it, vi } from 'vitest';
import { loadModules } from '../load-modules.ts';

interface Modules {
  readonly api: { GET(path: string): Promise<unknown> };
  call(asked: Promise<unknown>): Promise<unknown>;
  explainError(error: unknown): string;
}

it.each([
  [
    'of the service',
    Response.json({ code: 4012, message: 'full' }, { status: 403 }),
    'storage is full',
  ],
  ['whose code nobody knows', Response.json({ code: 9, message: 'New.' }, { status: 400 }), 'New.'],
  ['of what stands before it', new Response('<html>', { status: 502 }), 'on our side'],
  ['without a word', new Response(null, { status: 403 }), 'on our side'],
])('a refusal %s is explained in words', async (_, answer, words) => {
  vi.stubGlobal('location', { origin: 'http://localhost' });
  vi.stubGlobal('fetch', async () => answer);
  const modules = await loadModules<Modules>('api/client.ts', 'state/explain-error.ts');
  const error: unknown = await modules
    .call(modules.api.GET('/api/v1/auth/me'))
    .catch((reason: unknown) => reason);
  expect(modules.explainError(error)).toContain(words);
});

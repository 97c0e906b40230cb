import { expect, it } from 'vitest';
import { fakeApi, refuse } from '../support/fake-api.ts';
import { loadModules } from '../support/load-modules.ts';
import { stubPage } from '../support/stub-page.ts';

interface Modules {
  readonly api: { GET(path: string): Promise<unknown> };
  call(asked: Promise<unknown>): Promise<unknown>;
  beforeRefusals(prepare: () => Promise<void>): void;
  bringErrorTexts(): Promise<void>;
  explainError(error: unknown): string;
}

it.each([
  ['of the service', refuse(403, 4012), 'storage is full'],
  ['of what belongs to someone else', refuse(403, 4031), 'have access to this.'],
  ['whose code nobody knows', refuse(400, 9), 'Refused'],
  ['of what stands before it', new Response('<html>', { status: 502 }), 'on our side'],
  ['without a word', new Response(null, { status: 403 }), 'on our side'],
])('a refusal %s is explained in words', async (_, answer, words) => {
  stubPage();
  fakeApi({ 'GET /api/v1/auth/me': answer });
  const modules = await loadModules<Modules>(
    'api/client.ts',
    'text/language.ts',
    'state/explain-error.ts',
  );
  modules.beforeRefusals(modules.bringErrorTexts);
  const error: unknown = await modules
    .call(modules.api.GET('/api/v1/auth/me'))
    .catch((reason: unknown) => reason);
  expect(modules.explainError(error)).toContain(words);
});

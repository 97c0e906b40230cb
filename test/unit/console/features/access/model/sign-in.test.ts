import { expect, it } from 'vitest';
import { fakeApi } from '../../../support/fake-api.ts';
import { loadModules } from '../../../support/load-modules.ts';
import { stubPage } from '../../../support/stub-page.ts';

interface Modules {
  readonly signIn: (credentials: object, captcha: null) => Promise<void>;
}

it('a sign-in fails by name when the browser keeps no cookies, and sends nothing more', async () => {
  stubPage({ location: { origin: 'http://192.168.0.7:8080' } });
  const { calls } = fakeApi({ 'POST /api/v1/auth/login': {} });
  const { signIn } = await loadModules<Modules>('features/access/model/sign-in.ts');
  await expect(signIn({ username: 'ada', password: 'x' }, null)).rejects.toMatchObject({
    name: 'CookieError',
  });
  expect(calls.map(({ path }) => path)).toEqual(['/api/v1/auth/login']);
});

import { join } from 'node:path';
import { expect, it, vi } from 'vitest';

interface Module {
  readonly signIn: (credentials: object, captcha: null) => Promise<void>;
}

const MODULE = join(
  import.meta.dirname,
  '../../../../../../src/console/features/access/model/sign-in.ts',
);

it('a sign-in fails by name when the browser keeps no cookies, and sends nothing more', async () => {
  Object.assign(globalThis, {
    location: { origin: 'http://192.168.0.7:8080' },
    document: { cookie: '' },
    addEventListener: () => {},
    removeEventListener: () => {},
  });
  const asked: string[] = [];
  vi.stubGlobal('fetch', (request: Request) => {
    asked.push(new URL(request.url).pathname);
    return Promise.resolve(Response.json({ code: 0, data: {} }));
  });
  // By path, since tests lack the types of browsers.
  const { signIn } = (await import(MODULE)) as Module;
  await expect(signIn({ username: 'ada', password: 'x' }, null)).rejects.toMatchObject({
    name: 'CookieError',
  });
  expect(asked).toEqual(['/api/v1/auth/login']);
});

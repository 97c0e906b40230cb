import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { ROOT } from '../../../scripts/support/wrangler.ts';

interface FrontDoor {
  fetch(request: Request, env: object): Promise<Response>;
}

const file = pathToFileURL(join(ROOT, 'scripts', 'front-door', 'worker.mjs')).href;
const { default: door } = (await import(file)) as { default: FrontDoor };

it.each([
  ['/s/image.webp?token=tts.k1..secret.sum', '/s/image.webp'],
  ['/d/?token=ttx.k1.7.secret.sum', '/d/'],
  ['/i/abcdefghijklS.webp?token=secret', '/i/abcdefghijklS.webp'],
])('the line for %s has no token', async (path, logged) => {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  const env = {
    TINTYPE: { fetch: async () => new Response(null) },
    SECRET: 'x',
    SECRET_HEADER: 'x-s',
  };
  await door.fetch(new Request(`http://localhost${path}`), env);
  expect(log.mock.calls).toEqual([[`GET ${logged} 200`]]);
  log.mockRestore();
});

import { inspectRoutes } from 'hono/dev';
import { expect, it, vi } from 'vitest';
import { createApp } from '../../../src/worker/http/app.ts';
import { issueCredential } from '../../../src/worker/lib/credential.ts';
import { seedPublishedImage } from '../../support/images.ts';
import { InjectedFault } from '../../support/instrument.ts';
import { createTestWorker } from '../../support/worker.ts';

const TOKEN = 'a-token-that-no-log-may-hold';

it('no line of the log holds the query of a request or a share link, whatever fails', async () => {
  const written = (['log', 'error', 'warn', 'info', 'debug'] as const).map((name) =>
    vi.spyOn(console, name).mockReturnValue(),
  );
  const tokens: string[] = [];
  const worker = createTestWorker();
  const image = await seedPublishedImage(worker);
  await worker.env.BUCKET.delete(Object.values(image.keys));
  const broken = createTestWorker({
    intercept: async ({ binding }, proceed) => {
      if (binding === 'DB') throw new InjectedFault('out of reach');
      return proceed();
    },
  });
  for (const each of [worker, broken]) {
    for (const path of [`/i/${image.uniqueLink}.webp`, '/api/v1/images', '/api/v1/nothing']) {
      await (await each.fetch(`${path}?token=${TOKEN}`)).arrayBuffer();
    }
    const token = await issueCredential(each.services.keys, 'share');
    tokens.push(token);
    await (await each.fetch(`/s/?token=${token}`)).arrayBuffer();
    await each.settle();
  }
  const lines = written.flatMap((spy) => spy.mock.calls.flat()).join('\n');
  expect(lines).toContain('object_missing');
  expect(lines).not.toContain(TOKEN);
  expect(lines).toContain('"path":"/s/"');
  for (const token of tokens) expect(lines).not.toContain(token);
});

it('no route has a token in its path, which the platform records', () => {
  const paths = inspectRoutes(createApp()).map(({ path }) => path);
  expect(paths.filter((path) => /:\w*(?:token|secret|password)/iu.test(path))).toEqual([]);
});

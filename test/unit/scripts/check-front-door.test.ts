import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { checkFrontDoor } from '../../../scripts/support/check-front-door.ts';
import { CRON_PATH } from '../../../scripts/support/cron.ts';
import { ScriptError } from '../../../scripts/support/fail.ts';

/** A server that answers the cron's path under the name `localhost` with `status`, and everything else with 500. */
const serve = async (status: number): Promise<string> => {
  const server = createServer(({ url, headers }, response) => {
    response.writeHead(url === CRON_PATH && headers.host === 'localhost' ? status : 500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
};

it('takes a front door for guarded only when it knows no cron', async () => {
  await expect(checkFrontDoor(await serve(404), 'localhost')).resolves.toBeUndefined();
  for (const status of [200, 401, 403, 500]) {
    await expect(checkFrontDoor(await serve(status), 'localhost')).rejects.toThrow(ScriptError);
  }
});

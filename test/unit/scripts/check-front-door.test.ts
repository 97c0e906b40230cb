import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkFrontDoor, listRuntimeHeaders } from '../../../scripts/support/check-front-door.ts';
import { CRON_PATH, CRON_SECRET_HEADER, ECHO_PATH } from '../../../scripts/support/cron.ts';
import { ScriptError } from '../../../scripts/support/fail.ts';

const SECRET = 'secret';

interface Faults {
  /** Status of the cron without its secret. */
  readonly cron?: number;
  /** A runtime header that the server accepts. */
  readonly taken?: string;
  /** The headers that reach the Worker. */
  readonly pass?: (headers: IncomingHttpHeaders) => Record<string, unknown>;
}

/** A server with a guarded front door, except for `faults`. */
const serve = async ({
  cron = 404,
  taken = '',
  pass = () => ({ 'cf-connecting-ip': '127.0.0.1' }),
}: Faults): Promise<string> => {
  const server = createServer(({ url, headers }, response) => {
    const refused = Object.keys(headers).filter((name) => name.startsWith('mf-'));
    const isOwner = headers[CRON_SECRET_HEADER.toLowerCase()] === SECRET;
    if (url === CRON_PATH) response.writeHead(cron).end();
    else if (refused.some((name) => name !== taken.toLowerCase())) response.writeHead(400).end();
    else if (url === ECHO_PATH && isOwner) response.end(JSON.stringify(pass(headers)));
    else response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
};

const check = async (faults: Faults): Promise<void> => checkFrontDoor(await serve(faults), SECRET);

describe('a front door', () => {
  it('is guarded when it exposes no cron and trusts no runtime header', async () => {
    await expect(check({})).resolves.toBeUndefined();
  });

  it.each([200, 401, 403, 500])('that answers the cron with %i is not guarded', async (cron) => {
    await expect(check({ cron })).rejects.toThrow(ScriptError);
  });

  it.each(listRuntimeHeaders())('that accepts %s is not guarded', async (taken) => {
    await expect(check({ taken })).rejects.toThrow(`takes ${taken}`);
  });

  it.each<[string, NonNullable<Faults['pass']>]>([
    ['passes an address on', (headers) => headers],
    ['names no address', () => ({})],
    [
      'passes a country on',
      ({ 'cf-ipcountry': country }) => ({ 'cf-connecting-ip': '::1', 'cf-ipcountry': country }),
    ],
  ])('that %s is not', async (_case, pass) => {
    await expect(check({ pass })).rejects.toThrow(/takes cf-/u);
  });
});

it('the check requests debugger paths, and sends the headers that the runtime reads', () => {
  expect(listRuntimeHeaders()).toEqual(
    expect.arrayContaining([
      'MF-Route-Override',
      'MF-CF-Blob',
      'MF-Original-URL',
      'MF-Proxy-Shared-Secret',
      'MF-Disable-Pretty-Error',
      'MF-Experimental-Error-Stack',
      'MF-Custom-Fetch-Service',
      'MF-Custom-Node-Service',
      'MF-Op',
    ]),
  );
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runClients, type ClientResult } from '../../conformance/run-clients.ts';
import { findProgram } from '../../e2e/support/find-program.ts';
import { encodePng } from '../imaging/fixtures/craft.ts';
import { paint, RED } from '../imaging/fixtures/images.ts';

const [WANTED, OTHER] = [2, 3].map((side) => encodePng(paint(side, side, () => RED)));

let asked = 0;
/** Answers the first request for a path with one image, and later ones with another. */
const server = createServer((_, response) => {
  asked += 1;
  response.writeHead(200, { 'Content-Type': 'image/png' }).end(asked === 1 ? WANTED : OTHER);
});
let link: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  link = `http://localhost:${String((server.address() as AddressInfo).port)}/image.png`;
});

afterAll(() => {
  server.close();
});

const reasonOf = async (client: string): Promise<string | undefined> => {
  asked = 0;
  const results: ClientResult[] = [];
  for await (const result of runClients(client, [link], tmpdir())) results.push(result);
  return results[0]?.failures?.[0]?.reason;
};

it('a client that gets other bytes fails', async () => {
  expect(await reasonOf('Node fetch')).toBe(`${String(OTHER?.length)} other bytes`);
});

it.skipIf(findProgram('chromium') === undefined)(
  'a client that draws an image of another size fails',
  async () => {
    expect(await reasonOf('Chromium')).toBe('3 3, not 2 2');
  },
);

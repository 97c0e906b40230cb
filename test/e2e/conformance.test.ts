import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNodeCodecs } from '../../src/client/imaging/codecs/node-codecs.ts';
import { cookieCredentials, TintypeApi, uploadImage } from '../../src/client/index.ts';
import { drawSource } from '../support/draw.ts';
import { runCommand, startServer, type Server } from './support/server.ts';

const ACCOUNT = { username: 'ada', email: 'ada@example.org', password: 'correct horse' };

let server: Server;

beforeAll(async () => {
  server = await startServer();
});

afterAll(async () => {
  await server.stop();
});

it('a link of a running server holds every case of the conformance suite', async () => {
  const api = new TintypeApi(server.baseUrl, cookieCredentials());
  await api.register(ACCOUNT);
  await api.login(ACCOUNT);
  const codecs = createNodeCodecs();
  const source = await drawSource(codecs, 1, { width: 900, height: 600 });
  const image = await uploadImage(source, {
    api,
    codecs,
    filename: 'photograph.webp',
    visibility: 'public',
  });
  const link = `${server.baseUrl}/i/${image.asset_link}.webp`;
  const { exitCode, output } = await runCommand('conformance', [link]);
  expect(output).not.toContain('FAIL');
  expect(exitCode).toBe(0);
});

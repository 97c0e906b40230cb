import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { cookieCredentials, TintypeApi, uploadImage } from '../../src/client/index.ts';
import { createNodeCodecs } from '../../src/client/node/node-codecs.ts';
import { FOREIGN_CLIENTS } from '../conformance/foreign-clients.ts';
import { runClients } from '../conformance/run-clients.ts';
import { drawSource } from '../support/draw.ts';
import { encodeJpeg } from '../unit/imaging/fixtures/encoders.ts';
import { paint } from '../unit/imaging/fixtures/images.ts';
import { insertPerson, PASSWORD } from './support/insert-person.ts';
import { retryWhileBusy } from './support/retry-while-busy.ts';
import { callSite, openSession } from './support/site-client.ts';
import { createUploader } from './support/upload-original.ts';
import { useLegacyServer, useSharedServer } from './support/use-shared-server.ts';

// A program takes a second and more for all links. CLIENTS names others, separated by commas, or is "all"; those for Node
// are in the folder that PACKAGES names.

const USUAL = [
  'curl',
  'wget',
  'Python urllib.request',
  'Python requests',
  'Perl HTTP::Tiny',
  'Node fetch',
  'Chromium',
];
const { CLIENTS: wanted, PACKAGES = tmpdir() } = process.env;
const CLIENTS =
  wanted === 'all' ? FOREIGN_CLIENTS.map(({ name }) => name) : (wanted?.split(',') ?? USUAL);

const server = useSharedServer();
const legacyServer = useLegacyServer();
let links: readonly string[];

beforeAll(async () => {
  links = [...(await linkParts()), ...(await linkOriginal())];
});

/** Of an image of pipeline 2: itself, the bare link, its preview, another size, and a private one by token and by share link. */
const linkParts = async (): Promise<string[]> => {
  const account = { username: insertPerson(server), password: PASSWORD };
  const api = new TintypeApi(server.baseUrl, cookieCredentials());
  await retryWhileBusy(() => api.login(account));
  const codecs = createNodeCodecs();
  const upload = async (visibility: 'public' | 'private') => {
    const source = await drawSource(codecs, 1, { width: 900, height: 600 });
    return retryWhileBusy(() =>
      uploadImage(source, { api, codecs, filename: 'photograph.webp', visibility }),
    );
  };
  const [open, hidden] = [await upload('public'), await upload('private')];
  const client = await openSession(server.baseUrl, account);
  const of = `/images/${String(hidden.image_id)}`;
  const { token } = await callSite<{ token: string }>(client, 'POST', `${of}/tokens`, {});
  const shared = await callSite<{ image_url: string }>(client, 'POST', `${of}/links`, {});
  const { pathname, search } = new URL(shared.image_url);
  return [
    `/i/${open.asset_link}.webp`,
    `/i/${open.asset_link}`,
    `/i/${open.asset_link}/gallery.webp`,
    `/r/640/${open.asset_link}.jpg`,
    `/i/${hidden.asset_link}.webp?token=${token}`,
    pathname + search,
  ].map((path) => server.baseUrl + path);
};

/** Of an image of pipeline 1: its original, and made ones. */
const linkOriginal = async (): Promise<string[]> => {
  const upload = await createUploader(legacyServer);
  const drawn = paint(900, 600, (x, y) => [x, y, (x * y) % 251, 255]);
  const uploaded = await upload(await encodeJpeg(drawn));
  if ('refused' in uploaded) throw new Error(`refused: ${String(uploaded.refused)}`);
  return ['', '.jpg?w=300', '.png?w=200'].map(
    (rest) => legacyServer.baseUrl + uploaded.path + rest,
  );
};

describe.each(CLIENTS)('%s', (name) => {
  it('fetches every kind of link as it is', async (context) => {
    for await (const { failures } of runClients(name, links, PACKAGES)) {
      if (failures === null) context.skip(`${name} is not installed, or may not fetch`);
      expect(failures).toEqual([]);
    }
  });
});

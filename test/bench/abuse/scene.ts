import { randomBytes, randomUUID } from 'node:crypto';
import type { Miniflare } from 'miniflare';
import { claimPort } from '../../../scripts/support/port.ts';
import { describeFrontDoor } from '../../../scripts/support/local-server.ts';
import { prepareParts, type PreparedImage } from '../../../src/client/imaging/prepare-parts.ts';
import { createNodeCodecs } from '../../../src/client/node/node-codecs.ts';
import { sha256Hex } from '../../../src/shared/bytes.ts';
import { newUniqueLink } from '../../../src/shared/ids.ts';
import { originalKey } from '../../../src/worker/storage/keys.ts';
import { RECIPE } from '../../unit/client/imaging/fixtures/recipe.ts';
import { takePhotograph } from '../../unit/imaging/fixtures/sharp-images.ts';
import { publishImage } from '../hot-view.ts';
import { startTintype } from '../start-tintype.ts';
import { askJson, createPeer, type Peer } from './peer.ts';

/** A signed-in person at an address of this machine. */
export interface Visitor {
  readonly peer: Peer;
  readonly username: string;
  readonly bearer: string;
}

export interface Scene extends AsyncDisposable {
  readonly visitors: readonly Visitor[];
  readonly abuser: Visitor;
  /** Path of a public image of pipeline 2. */
  readonly view: string;
  /** Paths of public images of pipeline 1. */
  readonly originals: readonly string[];
  /** The parts of a small photograph. */
  readonly photograph: PreparedImage;
}

const LOOPBACK = '127.0.0.1';
const VISITORS = 4;
const ABUSER_ADDRESS = '127.0.0.66';
const ORIGINALS = 4;
const PHOTOGRAPH = { width: 640, height: 480 };
const ORIGINAL = { width: 1632, height: 1224 };
const PASSWORD = 'a long enough password';

/**
 * The Worker behind the front door of `npm start`, which counts the real peers, with the objects that compute in a
 * process of their own. Limits have their defaults.
 */
export async function openScene(): Promise<Scene> {
  await using opened = new AsyncDisposableStack();
  const port = await claimPort(LOOPBACK, 0);
  const door = describeFrontDoor({ ip: LOOPBACK, port, secret: randomUUID() });
  const tintype = opened.use(
    await startTintype({
      apart: ['PASSWORD_HASHER', 'TRANSFORMER'],
      isQuiet: true,
      beside: [door],
    }),
  );
  const origin = new URL(`http://${LOOPBACK}:${String(port)}`);
  const view = await publishImage(tintype.runtime);
  const enter = async (address: string): Promise<Visitor> =>
    register(opened.use(createPeer(origin, address)));
  const visitors: Visitor[] = [];
  for (let index = 0; index < VISITORS; index += 1) {
    visitors.push(await enter(`127.0.0.${String(2 + index)}`));
  }
  const abuser = await enter(ABUSER_ADDRESS);
  const originals = await storeOriginals(tintype.runtime);
  const photo = await takePhotograph(PHOTOGRAPH).jpeg({ quality: 90 }).toBuffer();
  const photograph = await prepareParts(photo, RECIPE, createNodeCodecs());
  const running = opened.move();
  return {
    visitors,
    abuser,
    view,
    originals,
    photograph,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function register(peer: Peer): Promise<Visitor> {
  const username = `visitor-${randomBytes(4).toString('hex')}`;
  const account = { username, email: `${username}@example.org`, password: PASSWORD };
  const registered = await askJson(peer, '/api/v1/auth/register', account);
  const signedIn = await askJson(peer, '/api/v1/auth/login', { username, password: PASSWORD });
  const bearer = /^__Host-session_token=([^;]+)/u.exec(signedIn.cookies.join('\n'))?.[1];
  if (bearer === undefined) {
    throw new Error(`not signed in: ${String(registered.status)} ${String(signedIn.bytes)}`);
  }
  return { peer, username, bearer };
}

/** Images of pipeline 1, as before pipeline 2 came into use; each is a photograph of 2 megapixels. */
async function storeOriginals(runtime: Miniflare): Promise<string[]> {
  const [database, bucket] = await Promise.all([
    runtime.getD1Database('DB'),
    runtime.getR2Bucket('BUCKET'),
  ]);
  const paths: string[] = [];
  for (let id = 101; id <= 100 + ORIGINALS; id += 1) {
    const file = await takePhotograph(ORIGINAL).jpeg({ quality: 90 }).toBuffer();
    const link = newUniqueLink();
    const key = originalKey('images', link);
    const sha256 = await sha256Hex(new Uint8Array(file));
    await bucket.put(key, file, { sha256 });
    const { width, height } = ORIGINAL;
    const facts = `${String(file.length)}, '${sha256}', ${String(width)}, ${String(height)}`;
    await database.batch(
      [
        `INSERT INTO image_files (id, size, created_at) VALUES (${String(id)}, ${String(file.length)}, 0)`,
        `INSERT INTO images (id, user_id, image_file_id, unique_link, title, filename, visibility, pipeline_version,
           processing_status, width, height, file_size, published_at, created_at, updated_at)
         VALUES (${String(id)}, 1, ${String(id)}, '${link}', '', 'bench.jpg', 'public', 1, 'completed',
           ${String(width)}, ${String(height)}, ${String(file.length)}, 0, 0, 0)`,
        `INSERT INTO image_variants (image_file_id, kind, object_key, mime_type, size, sha256, width, height, created_at)
         VALUES (${String(id)}, 'original', '${key}', 'image/jpeg', ${facts}, 0)`,
      ].map((sql) => database.prepare(sql)),
    );
    paths.push(`/i/${link}`);
  }
  return paths;
}

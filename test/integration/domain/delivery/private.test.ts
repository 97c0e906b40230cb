import { beforeAll, describe, expect, it } from 'vitest';
import { seedPublishedImage, type SeededImage } from '../../../support/images.ts';
import { loginAs, registerAndLogin, type Person } from '../../../support/people.ts';
import { BASE_URL, createTestWorker } from '../../../support/worker.ts';
import { runBatch, statement } from '../../../support/sql.ts';

const worker = createTestWorker({ vars: { COUNTER_GATHER_MS: '1', REGISTRATIONS_PER_IP: '1000' } });
let owner: Person;
let stranger: Person;
let admin: Person;
let secret: SeededImage;
let open: SeededImage;

beforeAll(async () => {
  owner = await registerAndLogin(worker);
  stranger = await registerAndLogin(worker);
  const clerk = await registerAndLogin(worker);
  await runBatch(worker.services.db, [
    statement("UPDATE users SET role = 'admin' WHERE id = ?", clerk.userId),
  ]);
  admin = await loginAs(worker, clerk);
  const userId = owner.userId;
  secret = await seedPublishedImage(worker, { userId, visibility: 'private' });
  open = await seedPublishedImage(worker, { userId });
});

const bearer = ({ bearer: token }: Person) => ({ Authorization: `Bearer ${token}` });
const cookie = ({ headers }: Person) => ({ Cookie: headers['Cookie'] ?? '' });

const statusOf = async (path: string, headers: Record<string, string> = {}): Promise<number> => {
  const response = await worker.fetch(path, { headers });
  await response.arrayBuffer();
  return response.status;
};

describe('private gallery and publish variants', () => {
  const paths = () => [`/i/${secret.uniqueLink}S.webp`, `/i/${secret.uniqueLink}S/gallery.webp`];

  it('are served to their owner, by cookie and by bearer token', async () => {
    for (const path of paths()) {
      expect(await statusOf(path, cookie(owner))).toBe(200);
      expect(await statusOf(path, bearer(owner))).toBe(200);
    }
  });

  it('are served to administrators', async () => {
    for (const path of paths()) expect(await statusOf(path, cookie(admin))).toBe(200);
  });

  it('are refused with 4037 to everybody else', async () => {
    const refused = [{}, cookie(stranger), bearer(stranger), { Authorization: 'Bearer junk' }];
    for (const path of paths()) {
      for (const headers of refused) {
        const response = await worker.fetch(path, { headers });
        expect(response.status).toBe(403);
        expect(await response.json()).toMatchObject({ code: 4037 });
        expect(response.headers.get('Cache-Control')).toBe('no-store');
        expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
      }
    }
  });

  it.each(['cross-site', 'same-site'])('ignore the cookie in a page that is %s', async (site) => {
    const [path = ''] = paths();
    expect(await statusOf(path, { ...cookie(owner), 'Sec-Fetch-Site': site })).toBe(403);
    expect(await statusOf(path, { ...cookie(owner), 'Sec-Fetch-Site': 'same-origin' })).toBe(200);
    expect(await statusOf(path, { ...cookie(owner), 'Sec-Fetch-Site': 'none' })).toBe(200);
  });

  it('ignore the cookie for a foreign origin', async () => {
    const [path = ''] = paths();
    for (const origin of ['https://elsewhere.example', `${BASE_URL}.example`, 'null', '']) {
      for (const site of [{}, { 'Sec-Fetch-Site': 'same-origin' }]) {
        const foreign = { ...site, Origin: origin };
        expect(await statusOf(path, { ...cookie(owner), ...foreign }), origin).toBe(403);
        // A secret that a page must send is not sent by the browser on its own.
        expect(await statusOf(path, { ...bearer(owner), ...foreign }), origin).toBe(200);
      }
    }
    expect(await statusOf(path, { ...cookie(owner), Origin: BASE_URL })).toBe(200);
  });

  it('ignore the cookie for an origin other than the public one', async () => {
    const PUBLIC_BASE_URL = 'https://img.example.org/some/path';
    const published = createTestWorker({ vars: { PUBLIC_BASE_URL }, clock: worker.clock });
    const [path = ''] = paths();
    const ask = async (origin: string) =>
      (await published.fetch(path, { headers: { ...cookie(owner), Origin: origin } })).status;
    expect(await ask('https://img.example.org')).toBe(200);
    expect(await ask(BASE_URL)).toBe(403);
  });

  it('are cached by no browser or proxy and readable by no other site', async () => {
    const [path = ''] = paths();
    const response = await worker.fetch(path, { headers: cookie(owner) });
    for (const name of ['Cache-Control', 'CDN-Cache-Control', 'Surrogate-Control']) {
      expect(response.headers.get(name)).toBe('no-store');
    }
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(response.headers.get('Referrer-Policy')).toBe('no-referrer');
  });

  it('honour conditions and ranges for permitted visitors', async () => {
    const [path = ''] = paths();
    expect(await statusOf(path, { ...cookie(owner), 'If-None-Match': '*' })).toBe(304);
    expect(await statusOf(path, { ...cookie(owner), Range: 'bytes=0-1' })).toBe(206);
    expect(await statusOf(path, { 'If-None-Match': '*' })).toBe(403);
    expect(await statusOf(path, { Range: 'bytes=0-1' })).toBe(403);
  });

  it('are not served under the public alias, even to their owner', async () => {
    expect(await statusOf(`/i/${secret.uniqueLink}.webp`, cookie(owner))).toBe(404);
    expect(await statusOf(`/i/${open.uniqueLink}S.webp`, cookie(owner))).toBe(404);
  });

  it('are reached from the bare link, with the token in its query', async () => {
    const response = await worker.fetch(`/i/${secret.uniqueLink}S?token=abc`);
    expect(response.status).toBe(301);
    const location = `${BASE_URL}/i/${secret.uniqueLink}S.webp?token=abc`;
    expect(response.headers.get('Location')).toBe(location);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  });
});

describe.each(['master', 'admin'])('%s', (kind) => {
  const paths = () => [
    `/i/${secret.uniqueLink}S/${kind}.webp`,
    `/i/${open.uniqueLink}/${kind}.webp`,
  ];

  it('is for the owner and administrators, and cached by no browser or proxy', async () => {
    for (const path of paths()) {
      for (const headers of [cookie(owner), bearer(owner), cookie(admin)]) {
        const response = await worker.fetch(path, { headers });
        expect(response.status).toBe(200);
        expect(response.headers.get('Cache-Control')).toBe('no-store');
        await response.arrayBuffer();
      }
    }
  });

  it('ignores the cookie for a foreign origin', async () => {
    for (const path of paths()) {
      const foreign = { ...cookie(owner), Origin: 'https://elsewhere.example' };
      expect(await statusOf(path, foreign)).toBe(404);
      expect(await statusOf(path, { ...cookie(owner), Origin: BASE_URL })).toBe(200);
    }
  });

  it('is 4041 like an unknown image to everybody else', async () => {
    const nothing = await worker.fetch(`/i/000000000000/${kind}.webp`, {
      headers: bearer(stranger),
    });
    const wordsOf = async (response: Response) => {
      const { code, message } = await response.json<{ code: number; message: string }>();
      const names = [...response.headers.keys()].sort();
      return { status: response.status, code, message, names };
    };
    const expected = await wordsOf(nothing);
    expect(expected).toMatchObject({ status: 404, code: 4041 });
    for (const path of paths()) {
      for (const headers of [{}, bearer(stranger), cookie(stranger)]) {
        expect(await wordsOf(await worker.fetch(path, { headers }))).toEqual(expected);
      }
    }
  });

  it('is refused to a former administrator', async () => {
    const [path = ''] = paths();
    await runBatch(worker.services.db, [
      statement("UPDATE users SET role = 'user' WHERE id = ?", admin.userId),
    ]);
    expect(await statusOf(path, cookie(admin))).toBe(404);
    await runBatch(worker.services.db, [
      statement("UPDATE users SET role = 'admin' WHERE id = ?", admin.userId),
    ]);
    expect(await statusOf(path, cookie(admin))).toBe(200);
  });
});

import { runDurableObjectAlarm } from 'cloudflare:test';
import { beforeAll, describe, expect, it } from 'vitest';
import { CONFORMANCE_CASES } from '../../../conformance/cases.ts';
import { createSubject, type Subject } from '../../../conformance/subject.ts';
import { call } from '../../../support/api-call.ts';
import { WEBP } from '../../../support/fixtures.ts';
import { seedPublishedImage } from '../../../support/images.ts';
import { callsAt, countInto, type Tally } from '../../../support/instrument.ts';
import {
  convertImage,
  seedLegacyImage,
  type LegacySeedOptions,
  type StoredFile,
} from '../../../support/legacy-images.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { inspectSource } from '../../../../src/imaging/source/inspect-source.ts';
import type { ImageType } from '../../../../src/imaging/sniff.ts';
import { readRows, statement } from '../../../support/sql.ts';
import { BASE_URL, createTestWorker } from '../../../support/worker.ts';

const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
const worker = createTestWorker({
  vars: { COUNTER_GATHER_MS: '1', LINK_MISSES_PER_IP: '1000' },
  intercept: countInto(tally),
});
let jpeg: StoredFile;
let stored: Required<Pick<LegacySeedOptions, 'original' | 'webp' | 'avif' | 'size'>>;

beforeAll(async () => {
  await worker.fetch('/ready');
  const size = { width: 60, height: 40 };
  jpeg = await convertImage(WEBP.lossy, 'image/jpeg', size);
  stored = {
    size,
    original: jpeg,
    webp: await convertImage(WEBP.lossy, 'image/webp', size),
    avif: await convertImage(WEBP.lossy, 'image/avif', size),
  };
});

const forget = (): void => {
  for (const name of Object.keys(tally.calls)) delete tally.calls[name];
};

const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await worker.fetch(path, { method, headers, redirect: 'manual' });
  const bytes = new Uint8Array(await response.arrayBuffer());
  await worker.settle();
  return { status: response.status, headers: response.headers, bytes };
};

const codeOf = async (path: string, headers: Record<string, string> = {}): Promise<number> => {
  const { bytes } = await get(path, headers);
  return (JSON.parse(new TextDecoder().decode(bytes)) as { code: number }).code;
};

const sizeOf = async ({ headers, bytes }: Awaited<ReturnType<typeof get>>) => {
  const { width, height } = await inspectSource(headers.get('Content-Type') as ImageType, bytes);
  return [width, height];
};

describe('a pipeline-1 link', () => {
  it('without an extension is the file as it was uploaded', async () => {
    const { uniqueLink } = await seedLegacyImage(worker, { ...stored, filename: 'a/holiday.jpeg' });
    for (const path of [`/i/${uniqueLink}`, `/i/${uniqueLink}.jpg`, `/i/${uniqueLink}.jpeg`]) {
      const { status, headers, bytes } = await get(path);
      expect(status).toBe(200);
      expect(bytes).toEqual(jpeg.bytes);
      expect(headers.get('Content-Type')).toBe('image/jpeg');
      expect(headers.get('Content-Disposition')).toBe('inline; filename=holiday.jpeg');
      expect(headers.get('Cache-Control')).toBe('public, max-age=600, must-revalidate');
    }
  });

  it('with the extension of a stored file serves it and makes nothing', async () => {
    const { uniqueLink } = await seedLegacyImage(worker, stored);
    forget();
    for (const kind of ['webp', 'avif'] as const) {
      for (const query of ['', '?w=60', '?w=4096&h=4096']) {
        const { bytes, headers } = await get(`/i/${uniqueLink}.${kind}${query}`);
        expect(bytes).toEqual(stored[kind].bytes);
        expect(headers.get('Content-Disposition')).toBe(`inline; filename=photograph.${kind}`);
      }
    }
    expect(callsAt(tally, 'TRANSFORMER')).toBe(0);
  });

  it.each([
    ['.png', 'image/png', [60, 40]],
    ['.gif', 'image/gif', [60, 40]],
    ['?w=30', 'image/jpeg', [30, 20]],
    ['?h=10', 'image/jpeg', [15, 10]],
    ['?w=30&h=10', 'image/jpeg', [15, 10]],
    ['.webp?w=12&q=50', 'image/webp', [12, 8]],
    ['.avif?w=24', 'image/avif', [24, 16]],
    ['.jpg?w=4096', 'image/jpeg', [60, 40]],
    ['.jpg?w=1', 'image/jpeg', [1, 1]],
  ])(
    'with %s serves a %s that keeps the aspect ratio and is never enlarged',
    async (suffix, type, size) => {
      const { uniqueLink } = await seedLegacyImage(worker, stored);
      const made = await get(`/i/${uniqueLink}${suffix}`);
      expect(made.status).toBe(200);
      expect(made.headers.get('Content-Type')).toBe(type);
      expect(made.headers.get('Content-Length')).toBe(String(made.bytes.byteLength));
      expect(await sizeOf(made)).toEqual(size);
    },
  );

  it('refuses a query out of range (3000), which pipeline 2 ignores', async () => {
    const { uniqueLink } = await seedLegacyImage(worker, stored);
    const other = await seedPublishedImage(worker);
    for (const query of [
      'w=0',
      'w=4097',
      'h=4097',
      'h=-1',
      'w=1.5',
      'w=',
      'w=1&w=2',
      'q=0',
      'q=101',
      'q=x',
    ]) {
      for (const suffix of ['', '.webp', '.png']) {
        expect(await codeOf(`/i/${uniqueLink}${suffix}?${query}`), query).toBe(3000);
      }
      expect((await get(`/i/${other.uniqueLink}.webp?${query}`)).status).toBe(200);
    }
  });

  it('is 4041 for an unknown image and for one of pipeline 2', async () => {
    const { uniqueLink } = await seedPublishedImage(worker);
    for (const suffix of ['.jpg', '.avif', '.gif?w=10']) {
      expect(await codeOf(`/i/${uniqueLink}${suffix}`)).toBe(4041);
      expect(await codeOf(`/i/abcdefghijkl${suffix}`)).toBe(4041);
    }
    expect((await get(`/i/${uniqueLink}.webp`)).status).toBe(200);
    const location = `${BASE_URL}/i/${uniqueLink}.webp`;
    expect((await get(`/i/${uniqueLink}`)).headers.get('Location')).toBe(location);
    const legacy = await seedLegacyImage(worker);
    for (const path of ['/gallery.webp', '/master.webp', 'S.webp', 'S/publish.webp']) {
      expect(await codeOf(`/i/${legacy.uniqueLink}${path}`)).not.toBe(0);
    }
  });

  it('serves from caches only the requested form', async () => {
    const { uniqueLink } = await seedLegacyImage(worker, stored);
    const path = `/i/${uniqueLink}.webp`;
    const whole = await get(path);
    const small = await get(`${path}?w=30`);
    expect(await sizeOf(small)).toEqual([30, 20]);
    forget();
    expect((await get(path)).bytes).toEqual(whole.bytes);
    expect((await get(`${path}?w=30`)).bytes).toEqual(small.bytes);
    expect((await get(`${path}?h=4096&w=30`)).bytes).toEqual(small.bytes);
    expect(await codeOf(`${path}?w=0`)).toBe(3000);
    expect(callsAt(tally, 'TRANSFORMER')).toBe(1);
  });

  it('is complete at the first and second request, even when it is too large for memory', async () => {
    const own = createTestWorker({ vars: { MEMORY_CACHE_ENTRY_BYTES: '0' } });
    const { uniqueLink } = await seedLegacyImage(own, stored);
    for (let view = 0; view < 2; view += 1) {
      const response = await own.fetch(`/i/${uniqueLink}.png?w=50`);
      const { byteLength } = await response.arrayBuffer();
      await own.settle();
      expect(String(byteLength)).toBe(response.headers.get('Content-Length'));
    }
  });

  it.each([
    ['', [1, 1]],
    ['.avif', [1, 1]],
    ['.jpg', [1, 1]],
    // Only the row says that the link is of pipeline 1, whose key and rows differ.
    ['.webp', [2, 2]],
  ])(
    'with %s costs a fixed number of round trips and gets when uncached, and then none',
    async (suffix, cost) => {
      const { uniqueLink } = await seedLegacyImage(worker, stored);
      const costs: number[][] = [];
      for (let view = 0; view < 2; view += 1) {
        forget();
        await get(`/i/${uniqueLink}${suffix}`);
        costs.push([callsAt(tally, 'DB'), callsAt(tally, 'BUCKET')]);
      }
      expect(costs).toEqual([cost, [0, 0]]);
    },
  );

  it('serves all 24 uncached thumbnails of a page when they are requested together', async () => {
    const images = await Promise.all(Array.from({ length: 24 }, () => seedLegacyImage(worker)));
    const shown = images.map(({ uniqueLink }) => get(`/i/${uniqueLink}.png?w=20`));
    const statuses = (await Promise.all(shown)).map(({ status }) => status);
    expect(statuses).toEqual(Array(24).fill(200));
  });

  it('counts each view, of derivatives as of stored files', async () => {
    const own = createTestWorker({ vars: { COUNTER_GATHER_MS: '1', COUNTER_SHARDS: '1' } });
    const { uniqueLink, imageId } = await seedLegacyImage(own, stored);
    const view = async (suffix: string, headers = {}, method = 'GET'): Promise<string> => {
      const response = await own.fetch(`/i/${uniqueLink}${suffix}`, { method, headers });
      await response.arrayBuffer();
      await own.settle();
      return response.headers.get('ETag') ?? '';
    };
    await view('');
    const etag = await view('.png?w=20');
    await view('.png?w=20', { 'If-None-Match': etag });
    await view('.png?w=20', { Range: 'bytes=4-' });
    await view('.webp', {}, 'HEAD');
    await runDurableObjectAlarm(own.env.COUNTERS.getByName('shard-0'));
    const rows = await readRows(
      own.services.db,
      statement('SELECT view_count FROM images WHERE id = ?', imageId),
    );
    expect(rows).toEqual([{ view_count: 3 }]);
  });
});

describe('a private pipeline-1 image', () => {
  let owner: Person;
  beforeAll(async () => {
    owner = await registerAndLogin(worker);
  });

  it('keeps its link, and serves its owner and its token, in every form', async () => {
    const image = await seedLegacyImage(worker, {
      ...stored,
      userId: owner.userId,
      visibility: 'private',
    });
    const issued = await call<{ token: string }>(
      worker,
      owner,
      'POST',
      `/images/${image.imageId}/tokens`,
      {},
    );
    for (const suffix of ['', '.webp', '.avif', '.png', '?w=20', '.webp?w=20']) {
      const path = `/i/${image.uniqueLink}${suffix}`;
      expect(await codeOf(path)).toBe(4037);
      const { token } = issued.data;
      const session = { Authorization: `Bearer ${owner.bearer}` };
      for (const [shownPath, headers] of [
        [path, session],
        [path, { 'X-Image-Token': token }],
        [path, { Authorization: `Bearer ${token}` }],
        [`${path}${path.includes('?') ? '&' : '?'}token=${token}`, {}],
        [`${path}${path.includes('?') ? '&' : '?'}token=junk`, { 'X-Image-Token': token }],
      ] as const) {
        const shown = await get(shownPath, headers);
        expect(shown.status).toBe(200);
        expect(shown.headers.get('Cache-Control')).toBe('no-store');
        expect(shown.headers.get('Access-Control-Allow-Origin')).toBeNull();
      }
      const cookie = { Cookie: owner.headers['Cookie'] ?? '' };
      expect((await get(path, cookie)).status).toBe(200);
      expect(await codeOf(path, { ...cookie, 'Sec-Fetch-Site': 'cross-site' })).toBe(4037);
      expect(await codeOf(path, { ...cookie, Origin: 'https://elsewhere.example' })).toBe(4037);
      expect(await codeOf(path)).toBe(4037);
    }
  });

  it('is refused from the moment when it becomes private, whatever caches hold', async () => {
    const image = await seedLegacyImage(worker, { ...stored, userId: owner.userId });
    const paths = ['', '.webp', '.avif', '.jpg', '?w=20', '.webp?w=20'].map(
      (suffix) => `/i/${image.uniqueLink}${suffix}`,
    );
    for (const path of paths) expect((await get(path)).status).toBe(200);
    for (const path of paths) expect((await get(path)).status).toBe(200);
    const change = (visibility: string) =>
      call<{ asset_link: null }>(worker, owner, 'PATCH', `/images/${image.imageId}/visibility`, {
        visibility,
      });
    // It has no alias, so its link stays the same.
    expect((await change('private')).data.asset_link).toBeNull();
    const details = await call(worker, owner, 'GET', `/images/${image.imageId}`);
    expect(details.data).toMatchObject({ unique_link: image.uniqueLink, asset_link: null });
    for (const path of paths) expect(await codeOf(path)).toBe(4037);
    await change('public');
    for (const path of paths) expect((await get(path)).status).toBe(200);
    await call(worker, owner, 'DELETE', `/images/${image.imageId}`);
    for (const path of paths) expect(await codeOf(path)).toBe(4041);
  });
});

const FROM_CACHES = {};
const FROM_SOURCE = { PUBLIC_CACHE_TTL_MS: '0' };

describe.each([
  ['the original, from caches', '', FROM_CACHES],
  ['a stored variant, from the bucket', '.avif', FROM_SOURCE],
  ['what is made, from caches', '.png?w=40', FROM_CACHES],
  ['what is made for each request', '.png?w=40', FROM_SOURCE],
])('a public pipeline-1 image: %s', (_, suffix, vars) => {
  let subject: Subject;

  beforeAll(async () => {
    const own = createTestWorker({ vars: { COUNTER_GATHER_MS: '1', ...vars } });
    const { uniqueLink } = await seedLegacyImage(own, stored);
    const send = async (url: string, init?: RequestInit): Promise<Response> => {
      const response = await own.fetch(url, init);
      await own.settle();
      return response;
    };
    subject = await createSubject(BASE_URL, `/i/${uniqueLink}${suffix}`, send);
  });

  it.each(CONFORMANCE_CASES.filter(({ scope }) => scope === 'http'))('$name', async ({ run }) => {
    await run(subject);
    expect.assertions(0);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { cancelDeletion } from '../../../../src/worker/domain/accounts/cancel-deletion.ts';
import { requestDeletion } from '../../../../src/worker/domain/accounts/request-deletion.ts';
import { addToAlbumAs, createAlbumAs } from '../../../support/albums-api.ts';
import { readZip, type ReadEntry } from '../../../support/archives.ts';
import { WEBP } from '../../../support/fixtures.ts';
import { seedProcessingImage, seedPublishedImage, seedUser } from '../../../support/images.ts';
import { callsAt, countInto, type Tally } from '../../../support/instrument.ts';
import { loginAs, registerAndLogin, type Person } from '../../../support/people.ts';
import { seedStoredLibrary } from '../../../support/stored-library.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const ARCHIVE = '/api/v1/user/archive';
const ALBUM_URL = /^https:\/\/images\.example\/a\/\w{22}$/u;

interface Index {
  readonly username: string;
  readonly volume: number;
  readonly is_last: boolean;
  readonly images: readonly ({ readonly id: number; readonly file: string | null } & Record<
    string,
    unknown
  >)[];
}

let worker: TestWorker;

beforeEach(() => {
  worker = createTestWorker({ vars: { PUBLIC_BASE_URL: 'https://images.example' } });
});

const ask = (person: Person, path = ARCHIVE, through = worker, method = 'GET') =>
  through.fetch(path, { method, headers: { Authorization: `Bearer ${person.bearer}` } });

const codeOf = async (response: Response) => (await response.json<{ code: number }>()).code;

const indexOf = (entries: readonly ReadEntry[]): Index => {
  const last = entries.at(-1);
  expect(last?.name).toBe('index.json');
  return JSON.parse(new TextDecoder().decode(last?.bytes)) as Index;
};

const nextOf = (response: Response): string | null =>
  /^<([^>]+)>; rel="next"$/u.exec(response.headers.get('Link') ?? '')?.[1] ?? null;

const open = async (person: Person, path = ARCHIVE, through = worker) => {
  const response = await ask(person, path, through);
  expect(response.status).toBe(200);
  const entries = await readZip(await response.arrayBuffer());
  return { response, entries, index: indexOf(entries) };
};

const readText = (entry: ReadEntry | undefined): unknown =>
  JSON.parse(new TextDecoder().decode(entry?.bytes));

const lock = async (person: Person): Promise<Person> => {
  await requestDeletion(worker.services, { userId: await seedUser(worker) }, person);
  return loginAs(worker, person);
};

describe('an archive', () => {
  it('lists the albums in its last volume, and the places of each image in them', async () => {
    const person = await registerAndLogin(worker);
    const { imageId } = await seedPublishedImage(worker, { userId: person.userId });
    const album = await createAlbumAs(worker, person, { visibility: 'link' });
    await createAlbumAs(worker, person, { title: 'Empty' });
    await addToAlbumAs(worker, person, album.id, [imageId]);
    const { entries, index } = await open(person);
    expect(entries.map(({ name }) => name).slice(1)).toEqual(['albums.json', 'index.json']);
    expect(index.images[0]).toMatchObject({ albums: [{ id: album.id }] });
    expect(readText(entries[1])).toMatchObject({
      albums: [
        { title: 'Empty', image_count: 0, url: null },
        { id: album.id, title: 'Harbours', image_count: 1, url: expect.stringMatching(ALBUM_URL) },
      ],
    });
  });

  it('holds every master byte for byte, and an index that describes each image', async () => {
    const person = await registerAndLogin(worker);
    const { userId } = person;
    const first = await seedPublishedImage(worker, { userId, filename: 'First light.jpg' });
    worker.clock.advance(60_000);
    const second = await seedPublishedImage(worker, {
      userId,
      filename: 'zweites Bild ü.png',
      visibility: 'private',
      file: WEBP.lossyExif,
      source: WEBP.lossy,
    });
    const inWork = await seedProcessingImage(worker, { userId, filename: 'in work.jpg' });
    await seedPublishedImage(worker, { filename: 'not mine.jpg' });

    const { response, entries, index } = await open(person);
    expect(response.headers.get('Content-Type')).toBe('application/zip');
    expect(response.headers.get('Content-Disposition')).toBe(
      `attachment; filename="tintype-${person.username}-1.zip"`,
    );
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('Link')).toBeNull();
    expect(entries.map(({ name }) => name)).toEqual([
      `images/${String(first.imageId)}-First light.webp`,
      `images/${String(second.imageId)}-zweites Bild ü.webp`,
      `images/${String(inWork.imageId)}-in work.webp`,
      'index.json',
    ]);
    expect(entries[0]?.bytes).toEqual(new Uint8Array(WEBP.lossy));
    expect(entries[1]?.bytes).toEqual(new Uint8Array(WEBP.lossyExif));
    expect(index).toMatchObject({ username: person.username, volume: 1, is_last: true });
    expect(index.images).toHaveLength(3);
    expect(index.images[0]).toMatchObject({
      id: first.imageId,
      file: entries[0]?.name,
      file_size: WEBP.lossy.byteLength,
      title: 'First light.jpg',
      filename: 'First light.jpg',
      description: '',
      visibility: 'public',
      processing_status: 'completed',
      link: `https://images.example/i/${first.uniqueLink}.webp`,
    });
    expect(index.images[1]).toMatchObject({
      visibility: 'private',
      link: `https://images.example/i/${second.uniqueLink}S.webp`,
    });
    expect(index.images[2]).toMatchObject({ processing_status: 'pending', link: null });
  });

  it('of an empty library holds an empty index', async () => {
    const { entries, index } = await open(await registerAndLogin(worker));
    expect(entries).toHaveLength(1);
    expect(index.images).toEqual([]);
  });

  it('lists a missing object instead of breaking off', async () => {
    const person = await registerAndLogin(worker);
    const lost = await seedPublishedImage(worker, { userId: person.userId });
    const kept = await seedPublishedImage(worker, { userId: person.userId });
    await worker.env.BUCKET.delete(lost.keys.master);
    const { entries, index } = await open(person);
    expect(entries).toHaveLength(2);
    expect(index.images).toMatchObject([
      { id: lost.imageId, file: null, file_size: null, missing: expect.any(String) },
      { id: kept.imageId, file: entries[0]?.name },
    ]);
  });

  it('keeps images with equal or hostile names apart and inside its folder', async () => {
    const person = await registerAndLogin(worker);
    const names = [
      'same.jpg',
      'same.jpg',
      'SAME.jpg',
      '../../etc/passwd',
      '/abs.jpg',
      'C:\\x.jpg',
      'NUL',
      '..',
      'a\u202Eb.jpg',
    ];
    for (const filename of names)
      await seedPublishedImage(worker, { userId: person.userId, filename });
    // The reader itself refuses absolute paths, backslashes and paths that leave the folder.
    const { entries, index } = await open(person);
    const files = entries.slice(0, -1).map(({ name }) => name.toLowerCase());
    expect(new Set(files).size).toBe(names.length);
    for (const file of files) expect(file).toMatch(/^images\/\d+[^/\\]*\.webp$/u);
    expect(index.images.map(({ filename }) => filename)).toEqual(names);
  });

  it('of 1,100 images has three volumes, each image in exactly one, oldest first', async () => {
    const person = await registerAndLogin(worker);
    const from = await seedStoredLibrary(worker, person, 1100);
    const seen: number[] = [];
    const names: string[] = [];
    const sizes: number[] = [];
    let path: string | null = ARCHIVE;
    for (let volume = 1; path !== null; volume += 1) {
      const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
      const counted = createTestWorker({ clock: worker.clock, intercept: countInto(tally) });
      const { response, entries, index } = await open(person, path, counted);
      expect(index).toMatchObject({ volume, is_last: nextOf(response) === null });
      expect(response.headers.get('Content-Disposition')).toContain(`-${String(volume)}.zip`);
      for (const { name, bytes } of entries.slice(0, -1)) {
        names.push(name);
        expect(new TextDecoder().decode(bytes)).toBe(`master ${String(/\d+/u.exec(name)?.[0])}`);
      }
      seen.push(...index.images.map(({ id }) => id));
      sizes.push(index.images.length);
      // Far below the limit of a request: one operation per image, and those that open the volume.
      expect(callsAt(tally, 'BUCKET')).toBe(index.images.length);
      expect(callsAt(tally, 'DB')).toBeLessThanOrEqual(4);
      expect(callsAt(tally, 'USER_SESSIONS')).toBe(1);
      expect(tally.rowsRead).toBeLessThan(10 * 501);
      path = nextOf(response);
    }
    expect(sizes).toEqual([500, 500, 100]);
    expect(seen).toEqual(Array.from({ length: 1100 }, (_, index) => from + index));
    expect(new Set(names).size).toBe(1100);
  }, 120_000);

  it.each(['?cursor=x', '?cursor=2~x', '?cursor=0~a.b.c'])(
    'answers 3000 to %s as a volume',
    async (query) => {
      const person = await registerAndLogin(worker);
      expect(await codeOf(await ask(person, `${ARCHIVE}${query}`))).toBe(3000);
    },
  );

  it('refuses another user’s cursor and requires a session', async () => {
    const [person, other] = [await registerAndLogin(worker), await registerAndLogin(worker)];
    await seedStoredLibrary(worker, person, 501);
    const response = await ask(person);
    const next = nextOf(response) ?? '';
    await response.body?.cancel();
    expect(await codeOf(await ask(other, next))).toBe(3000);
    expect(await codeOf(await worker.fetch(ARCHIVE))).toBe(4010);
  });
});

describe('the stream of an archive', () => {
  it('reads objects one after another, in chunks of at most 64 KiB', async () => {
    const person = await registerAndLogin(worker);
    const large = new Uint8Array(1_000_000);
    crypto.getRandomValues(large.subarray(0, 65_536));
    for (let image = 0; image < 5; image += 1) {
      const { keys } = await seedPublishedImage(worker, { userId: person.userId });
      await worker.env.BUCKET.put(keys.master, large);
    }
    let opened = 0;
    const watched = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding }, proceed) => {
        if (binding === 'BUCKET') opened += 1;
        return proceed();
      },
    });
    const response = await ask(person, ARCHIVE, watched);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    let received = 0;
    for (;;) {
      const { value } = await reader.read();
      if (value === undefined) break;
      expect(value.byteLength).toBeLessThanOrEqual(65_536);
      received += value.byteLength;
      // At most one object is opened ahead of the reader.
      expect(opened).toBeLessThanOrEqual(Math.floor(received / large.byteLength) + 2);
    }
    expect(opened).toBe(5);
    expect(received).toBeGreaterThan(5 * large.byteLength);
  });

  it('opens no further object once its reader has cancelled', async () => {
    const person = await registerAndLogin(worker);
    for (let image = 0; image < 3; image += 1) {
      const { keys } = await seedPublishedImage(worker, { userId: person.userId });
      await worker.env.BUCKET.put(keys.master, new Uint8Array(500_000));
    }
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const counted = createTestWorker({ clock: worker.clock, intercept: countInto(tally) });
    const response = await ask(person, ARCHIVE, counted);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await reader.read();
    await reader.cancel();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(callsAt(tally, 'BUCKET')).toBe(1);
  });

  it('fails visibly when the bucket fails, so that no part passes for the whole', async () => {
    const person = await registerAndLogin(worker);
    for (let image = 0; image < 3; image += 1)
      await seedPublishedImage(worker, { userId: person.userId });
    let reads = 0;
    const failing = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding }, proceed) => {
        if (binding === 'BUCKET') reads += 1;
        if (binding === 'BUCKET' && reads === 2) throw new Error('out of reach');
        return proceed();
      },
    });
    await expect((await ask(person, ARCHIVE, failing)).arrayBuffer()).rejects.toThrow();
  });
});

describe('archives at a time', () => {
  /** Opens an archive of 1 MB, and leaves it unread. */
  const leave = async (person: Person, through: TestWorker) => {
    const response = await ask(person, ARCHIVE, through);
    return { code: response.ok ? 200 : await codeOf(response), response };
  };
  const seedPerson = async (): Promise<Person> => {
    const person = await registerAndLogin(worker);
    const { keys } = await seedPublishedImage(worker, { userId: person.userId });
    await worker.env.BUCKET.put(keys.master, new Uint8Array(1_000_000));
    return person;
  };
  const leaveMany = async (person: Person, through: TestWorker, count: number) => {
    const left = [];
    for (let time = 0; time < count; time += 1) left.push(await leave(person, through));
    return left;
  };
  const cancelAll = async (left: readonly { response: Response }[]): Promise<void> => {
    for (const { response } of left) await response.body?.cancel();
  };

  it('are four for a user, until one is read, given up or refused', async () => {
    const person = await seedPerson();
    const through = createTestWorker({ clock: worker.clock });
    for (let time = 0; time < 5; time += 1) {
      expect(await codeOf(await ask(person, `${ARCHIVE}?cursor=x`, through))).toBe(3000);
    }
    const left = await leaveMany(person, through, 5);
    expect(left.map(({ code }) => code)).toEqual([200, 200, 200, 200, 4029]);
    expect(left[4]?.response.headers.get('Retry-After')).toBe('10');
    expect((await ask(person, ARCHIVE, through, 'HEAD')).status).toBe(429);
    expect((await open(await registerAndLogin(worker), ARCHIVE, through)).entries).toHaveLength(1);
    await left[0]?.response.body?.cancel();
    await open(person, ARCHIVE, through);
    await open(person, ARCHIVE, through);
    await cancelAll(left.slice(1, 4));
  });

  it('are bounded in an isolate', async () => {
    const through = createTestWorker({
      clock: worker.clock,
      vars: { ARCHIVES_PER_ISOLATE: '2' },
    });
    const people = [await seedPerson(), await seedPerson(), await seedPerson()];
    const left = [];
    for (const person of people) left.push(await leave(person, through));
    expect(left.map(({ code }) => code)).toEqual([200, 200, 4029]);
    await cancelAll(left.slice(0, 2));
    expect((await leave(people[2] as Person, through)).code).toBe(200);
  });

  it('lose their places and break off when they are not read', async () => {
    const person = await seedPerson();
    const through = createTestWorker({
      clock: worker.clock,
      vars: { ARCHIVE_IDLE_TIMEOUT_MS: '100' },
    });
    const left = await leaveMany(person, through, 4);
    through.clock.advance(101);
    await open(person, ARCHIVE, through);
    for (const { response } of left) {
      await expect(response.arrayBuffer()).rejects.toThrow('The stream stands still');
    }
  });
});

describe('archives during the deletion lock', () => {
  it('can be downloaded three times, and then answer 4039', async () => {
    const person = await registerAndLogin(worker);
    await seedPublishedImage(worker, { userId: person.userId });
    const locked = await lock(person);
    for (let time = 0; time < 3; time += 1)
      expect((await open(locked)).index.images).toHaveLength(1);
    const refused = await ask(locked);
    expect(refused.status).toBe(403);
    expect(await codeOf(refused)).toBe(4039);
    expect((await ask(locked, ARCHIVE, worker, 'HEAD')).status).toBe(403);
  });

  it('of two volumes count as six volumes in all, in any order', async () => {
    const person = await registerAndLogin(worker);
    await seedStoredLibrary(worker, person, 501);
    const locked = await lock(person);
    const through = createTestWorker({
      clock: worker.clock,
      vars: { ARCHIVES_PER_USER: '20', ARCHIVES_PER_ISOLATE: '20' },
    });
    const take = async (path = ARCHIVE) => {
      const response = await ask(locked, path, through);
      await response.body?.cancel();
      return { status: response.status, next: nextOf(response) };
    };
    const { next } = await take();
    expect(nextOf(await ask(locked, ARCHIVE, worker, 'HEAD'))).toBe(next);
    expect(nextOf(await ask(locked, next ?? '', worker, 'HEAD'))).toBeNull();
    const rest = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => take(turn % 2 === 0 ? ARCHIVE : (next ?? ''))),
    );
    expect(rest.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(rest.filter(({ status }) => status === 403)).toHaveLength(15);
  });

  it('are not charged for a refused cursor or a HEAD request', async () => {
    const locked = await lock(await registerAndLogin(worker));
    for (let time = 0; time < 4; time += 1) {
      expect(await codeOf(await ask(locked, `${ARCHIVE}?cursor=x`))).toBe(3000);
      expect((await ask(locked, ARCHIVE, worker, 'HEAD')).status).toBe(200);
    }
    expect((await open(locked)).index.images).toEqual([]);
  });

  it('are free after cancellation, and limited again by a new lock', async () => {
    const person = await registerAndLogin(worker);
    const locked = await lock(person);
    for (let time = 0; time < 3; time += 1) await open(locked);
    await cancelDeletion(worker.services, locked, person.userId);
    await open(locked);
    const again = await lock(person);
    await open(again);
  });
});

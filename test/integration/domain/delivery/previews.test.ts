import { beforeAll, describe, expect, it } from 'vitest';
import { inspectSource } from '../../../../src/imaging/source/inspect-source.ts';
import { seedPublishedImage, type SeededImage } from '../../../support/images.ts';
import { callsAt, countInto, type Tally } from '../../../support/instrument.ts';
import { convertImage, seedLegacyImage } from '../../../support/legacy-images.ts';
import { WEBP } from '../../../support/fixtures.ts';
import { loginAs, registerAndLogin, type Person } from '../../../support/people.ts';
import {
  awaitKept,
  MASTER_SIZE,
  PUBLISH_SIZE,
  renditionOf,
  RunningClock,
  seedWideImage,
} from '../../../support/renditions.ts';
import { runBatch, statement } from '../../../support/sql.ts';
import { createTestWorker } from '../../../support/worker.ts';

const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
const worker = createTestWorker({
  clock: new RunningClock(),
  intercept: countInto(tally),
  vars: { REGISTRATIONS_PER_IP: '1000' },
});
let owner: Person;
let open: SeededImage;
let secret: SeededImage;

beforeAll(async () => {
  owner = await registerAndLogin(worker);
  const { userId } = owner;
  open = await seedWideImage(worker, { userId });
  secret = await seedWideImage(worker, { userId, visibility: 'private' });
});

type Asked = Pick<SeededImage, 'imageId'>;

const preview = async (
  { imageId }: Asked,
  size?: number | string,
  { as = owner, headers = {} }: { as?: Person; headers?: Record<string, string> } = {},
) => {
  const query = size === undefined ? '' : `?size=${String(size)}`;
  const response = await worker.fetch(`/api/v1/images/${String(imageId)}/preview${query}`, {
    headers: { Cookie: as.headers['Cookie'] ?? '', ...headers },
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  await worker.settle();
  const { status } = response;
  const text = new TextDecoder().decode(bytes);
  const code = status < 400 || bytes.length === 0 ? 0 : (JSON.parse(text) as { code: number }).code;
  return { status, code, bytes, headers: response.headers };
};

const sizeOf = async (bytes: Uint8Array<ArrayBuffer>) => {
  const { width, height } = await inspectSource('image/webp', bytes);
  return { width, height };
};

const pictures: [string, () => SeededImage][] = [
  ['public', () => open],
  ['private', () => secret],
];

describe.each(pictures)('the preview of a %s image', (_, find) => {
  it('is the published file unless a size is named', async () => {
    const shown = await preview(find());
    expect(shown.status).toBe(200);
    expect(await sizeOf(shown.bytes)).toEqual(PUBLISH_SIZE);
    expect((await preview(find(), 'published')).bytes).toEqual(shown.bytes);
  });

  it('has the widths of renditions, and all pixels for its owner', async () => {
    const shown = await preview(find(), 160);
    expect(await sizeOf(shown.bytes)).toEqual({ width: 160, height: 80 });
    expect(shown.headers.get('Content-Type')).toBe('image/webp');
    expect(await sizeOf((await preview(find(), 'full')).bytes)).toEqual(MASTER_SIZE);
    expect(await sizeOf((await preview(find(), 1280)).bytes)).toEqual(MASTER_SIZE);
    expect((await preview(find(), 'square')).status).toBe(200);
  });

  it('is kept by its owner’s browser alone, and confirmed by its entity tag', async () => {
    const { headers } = await preview(find(), 160);
    expect(headers.get('Cache-Control')).toBe('private, max-age=600, must-revalidate');
    expect(headers.get('CDN-Cache-Control')).toBe('no-store');
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
    const etag = headers.get('ETag') ?? '';
    const same = await preview(find(), 160, { headers: { 'If-None-Match': etag } });
    expect([same.status, same.bytes.length]).toEqual([304, 0]);
    const changed = await preview(find(), 160, { headers: { 'If-None-Match': '"x"' } });
    expect(changed.status).toBe(200);
  });

  it('has ranges, like a direct link', async () => {
    const whole = await preview(find());
    const part = await preview(find(), undefined, { headers: { Range: 'bytes=2-5' } });
    expect(part.status).toBe(206);
    expect(part.bytes).toEqual(whole.bytes.slice(2, 6));
    expect((await preview(find(), 160, { headers: { Range: 'bytes=0-0' } })).status).toBe(206);
    const behind = await preview(find(), undefined, { headers: { Range: 'bytes=99999999-' } });
    expect([behind.status, behind.headers.get('Cache-Control')]).toEqual([416, 'no-store']);
  });

  it('counts no view, other than a direct link', async () => {
    const viewed: number[] = [];
    const { counters } = worker.services;
    const { countView } = counters;
    counters.countView = (imageId) => void viewed.push(imageId);
    for (const size of ['square', 160, 1280, 'published', 'full']) await preview(find(), size);
    expect(viewed).toEqual([]);
    const { imageId, uniqueLink } = find();
    const mark = find() === secret ? 'S' : '';
    const headers = { Cookie: owner.headers['Cookie'] ?? '' };
    await (await worker.fetch(`/i/${uniqueLink}${mark}.webp`, { headers })).arrayBuffer();
    expect(viewed).toEqual([imageId]);
    counters.countView = countView;
  });

  it('is refused to other people, and is for administrators', async () => {
    const stranger = await registerAndLogin(worker);
    expect((await preview(find(), 160, { as: stranger })).code).toBe(4031);
    await runBatch(worker.services.db, [
      statement("UPDATE users SET role = 'admin' WHERE id = ?", stranger.userId),
    ]);
    const admin = await loginAs(worker, stranger);
    expect((await preview(find(), 160, { as: admin })).status).toBe(200);
  });
});

describe('a preview', () => {
  it('shares the renditions of links, in the folder of the image’s own visibility', async () => {
    const image = await seedWideImage(worker, { userId: owner.userId });
    const made = await preview(image, 320);
    await awaitKept(worker, image.uniqueLink);
    const calls = callsAt(tally, 'TRANSFORMER');
    const linked = await worker.fetch(renditionOf(image, 320));
    expect(new Uint8Array(await linked.arrayBuffer())).toEqual(made.bytes);
    expect(callsAt(tally, 'TRANSFORMER')).toBe(calls);
    const hidden = await seedWideImage(worker, { userId: owner.userId, visibility: 'private' });
    await preview(hidden, 320);
    expect(await awaitKept(worker, `${hidden.uniqueLink}S`)).toEqual(['320.webp']);
  });

  it('of all pixels leaves a public link at the published size', async () => {
    const image = await seedWideImage(worker, { userId: owner.userId });
    await preview(image, 640);
    await awaitKept(worker, image.uniqueLink);
    const linked = await worker.fetch(renditionOf(image, 640));
    expect(await sizeOf(new Uint8Array(await linked.arrayBuffer()))).toEqual(PUBLISH_SIZE);
  });

  it.each(['public', 'private'] as const)(
    'of a %s image of pipeline 1 is a WebP',
    async (visibility) => {
      const original = await convertImage(WEBP.lossy, 'image/jpeg', MASTER_SIZE);
      const image = await seedLegacyImage(worker, {
        original,
        size: MASTER_SIZE,
        userId: owner.userId,
        visibility,
      });
      for (const size of ['square', 'published', 'full']) {
        expect(await sizeOf((await preview(image, size)).bytes)).toEqual(MASTER_SIZE);
      }
      expect(await sizeOf((await preview(image, 160)).bytes)).toEqual({ width: 160, height: 80 });
    },
  );

  it('of an unknown size is 3000, of an unknown image 4041', async () => {
    for (const size of ['0', '161', 'master', '', '480.0']) {
      expect([size, (await preview(open, size)).code]).toEqual([size, 3000]);
    }
    expect((await preview({ imageId: 999_999 })).code).toBe(4041);
  });

  it('of an image that is not published is 4041', async () => {
    const image = await seedPublishedImage(worker, { userId: owner.userId });
    await runBatch(worker.services.db, [
      statement("UPDATE images SET processing_status = 'failed' WHERE id = ?", image.imageId),
    ]);
    expect((await preview(image)).code).toBe(4041);
  });

  it('is one query, one call of the session, and one read of the bucket', async () => {
    await preview(open, 160);
    await awaitKept(worker, open.uniqueLink);
    for (const size of [160, 'square']) {
      for (const name of Object.keys(tally.calls)) delete tally.calls[name];
      await preview(open, size);
      const counts = ['DB', 'BUCKET', 'USER_SESSIONS', 'TRANSFORMER'].map((one) =>
        callsAt(tally, one),
      );
      expect(counts).toEqual([1, 1, 1, 0]);
    }
  });
});

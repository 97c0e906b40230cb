import { describe, expect, it, vi } from 'vitest';
import { encodeHead, type Head } from '../../../../src/worker/durable/transformer/frames.ts';
import { joinBytes } from '../../../../src/shared/bytes.ts';
import { tombstonePath } from '../../../../src/worker/storage/keys.ts';
import { call } from '../../../support/api-call.ts';
import { WEBP } from '../../../support/fixtures.ts';
import { callsAt, countInto, type Interceptor, type Tally } from '../../../support/instrument.ts';
import { convertImage, seedLegacyImage } from '../../../support/legacy-images.ts';
import { registerAndLogin } from '../../../support/people.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const ask = async (worker: TestWorker, path: string, init: RequestInit = {}) => {
  const response = await worker.fetch(path, init);
  const text = await response.text();
  await worker.settle();
  const code = /^\{"code":(\d+)/u.exec(text)?.[1];
  return { status: response.status, headers: response.headers, code: Number(code ?? 0) };
};

/** A Worker whose transformer returns this response. */
const answering = (bytes: Uint8Array, breaks = false): TestWorker =>
  createTestWorker({
    intercept: async ({ binding }, proceed) => {
      if (binding !== 'TRANSFORMER') return proceed();
      return new ReadableStream({
        type: 'bytes',
        start(controller) {
          controller.enqueue(bytes.slice());
          if (!breaks) controller.close();
        },
        pull: (controller) => controller.error(new Error('the object has gone')),
      });
    },
  });

const made: Head = { outcome: 'made', size: 1000, sha256: 'a'.repeat(64), mimeType: 'image/png' };

describe('a transformation', () => {
  it('is 503 with code 1003 and Retry-After when it finds no place, and logs no error', async () => {
    const errors = vi.spyOn(console, 'error').mockReturnValue();
    const worker = answering(encodeHead({ outcome: 'busy', retryAfterSeconds: 7 }));
    const { uniqueLink } = await seedLegacyImage(worker);
    const busy = await ask(worker, `/i/${uniqueLink}.png`);
    expect([busy.status, busy.code]).toEqual([503, 1003]);
    expect(busy.headers.get('Retry-After')).toBe('7');
    expect(busy.headers.get('Cache-Control')).toBe('no-store');
    expect(errors).not.toHaveBeenCalled();
  });

  it('is 503 with Retry-After when its object dies half-way, and none of it is kept', async () => {
    for (const sent of [
      new Uint8Array(),
      encodeHead(made),
      joinBytes([encodeHead(made), new Uint8Array(10)]),
    ]) {
      const worker = answering(sent, true);
      const { uniqueLink } = await seedLegacyImage(worker);
      const broken = await ask(worker, `/i/${uniqueLink}.png`);
      expect([broken.status, broken.code, broken.headers.get('Retry-After')]).toEqual([
        503,
        1003,
        '1',
      ]);
      expect((await ask(createTestWorker(), `/i/${uniqueLink}.png`)).status).toBe(200);
    }
  });

  it('of a damaged or a lost original is 4041, never a failure of the service', async () => {
    const worker = createTestWorker();
    const bytes = new Uint8Array(400).fill(7);
    const damaged = await seedLegacyImage(worker, { original: { bytes, mimeType: 'image/jpeg' } });
    const refused = await ask(worker, `/i/${damaged.uniqueLink}?w=10`);
    expect([refused.status, refused.code]).toEqual([404, 4041]);
    const lost = await seedLegacyImage(worker);
    await worker.services.objects.erase(Object.values(lost.keys));
    expect((await ask(worker, `/i/${lost.uniqueLink}?w=10`)).code).toBe(4041);
  });

  it('serves later requests, whatever the first one asked for', async () => {
    for (const first of [
      { method: 'HEAD' },
      { headers: { Range: 'bytes=3-5' } },
      { headers: { 'If-None-Match': '*' } },
    ]) {
      const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
      const worker = createTestWorker({ intercept: countInto(tally) });
      const { uniqueLink } = await seedLegacyImage(worker);
      expect((await ask(worker, `/i/${uniqueLink}.png`, first)).status).toBeLessThan(400);
      expect((await ask(worker, `/i/${uniqueLink}.png`)).status).toBe(200);
      expect(callsAt(tally, 'TRANSFORMER')).toBe(1);
    }
  });
});

describe('a form that is too large to make', () => {
  const size = { width: 4000, height: 3000 };
  const NARROW = { width: 16, height: 17_000 };

  it('is the stored WebP under an extension without a query, and logs no error', async () => {
    const errors = vi.spyOn(console, 'error').mockReturnValue();
    const worker = createTestWorker();
    const original = await convertImage(WEBP.lossy, 'image/jpeg');
    const webp = { bytes: WEBP.lossy, mimeType: 'image/webp' };
    const { uniqueLink } = await seedLegacyImage(worker, { original, webp, size });
    for (const extension of ['avif', 'gif']) {
      const response = await worker.fetch(`/i/${uniqueLink}.${extension}`);
      expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(WEBP.lossy);
      await worker.settle();
    }
    expect(errors).not.toHaveBeenCalled();
  });

  it('is the original when no WebP is stored', async () => {
    const worker = createTestWorker();
    const original = await convertImage(WEBP.lossy, 'image/jpeg');
    const { uniqueLink } = await seedLegacyImage(worker, { original, size: NARROW });
    const response = await worker.fetch(`/i/${uniqueLink}.webp`);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/jpeg']);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(original.bytes);
    await worker.settle();
  });

  it('is 404 with code 4041 with a query, which a smaller one is not', async () => {
    const worker = createTestWorker();
    const original = await convertImage(WEBP.lossy, 'image/jpeg', size);
    const { uniqueLink } = await seedLegacyImage(worker, { original, size });
    for (const query of ['?w=3000', '?q=90']) {
      const refused = await ask(worker, `/i/${uniqueLink}.avif${query}`);
      expect([refused.status, refused.code], query).toEqual([404, 4041]);
    }
    expect((await ask(worker, `/i/${uniqueLink}.avif?w=60`)).status).toBe(200);
  });
});

describe('a withdrawn image of pipeline 1', () => {
  it('is refused while its derivative is made, which is not cached', async () => {
    for (const [method, body, code] of [
      ['PATCH', { visibility: 'private' }, 4037],
      ['DELETE', undefined, 4041],
    ] as const) {
      const calm = createTestWorker();
      const owner = await registerAndLogin(calm);
      const image = await seedLegacyImage(calm, { userId: owner.userId });
      const path = `/images/${image.imageId}${method === 'PATCH' ? '/visibility' : ''}`;
      const withdraw: Interceptor = async ({ binding }, proceed) => {
        const result = await proceed();
        if (binding === 'TRANSFORMER') {
          expect(await call(calm, owner, method, path, body)).toMatchObject({ code: 0 });
          calm.clock.advance(20_000);
        }
        return result;
      };
      const slow = createTestWorker({ clock: calm.clock, intercept: withdraw });
      for (const suffix of ['.png', '?w=10']) {
        const refused = await ask(slow, `/i/${image.uniqueLink}${suffix}`);
        expect([refused.code, refused.headers.get('Cache-Control')]).toEqual([code, 'no-store']);
        expect((await ask(calm, `/i/${image.uniqueLink}${suffix}`)).code).toBe(code);
      }
    }
  });

  it('is refused under each link without a query, tombstone or not', async () => {
    const worker = createTestWorker();
    const owner = await registerAndLogin(worker);
    const image = await seedLegacyImage(worker, { userId: owner.userId });
    const paths = ['', '.webp', '.png', '.gif'].map((suffix) => `/i/${image.uniqueLink}${suffix}`);
    for (const path of paths) expect((await ask(worker, path)).status).toBe(200);
    await call(worker, owner, 'PATCH', `/images/${image.imageId}/visibility`, {
      visibility: 'private',
    });
    await caches.default.delete(`https://tintype.invalid${tombstonePath(image.uniqueLink)}`);
    const other = createTestWorker({ clock: worker.clock });
    for (const path of paths) expect((await ask(other, path)).code).toBe(4037);
  });
});

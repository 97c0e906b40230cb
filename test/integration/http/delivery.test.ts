import { beforeAll, describe, expect, it } from 'vitest';
import { CONFORMANCE_CASES } from '../../conformance/cases.ts';
import { createSubject, type Subject } from '../../conformance/subject.ts';
import { seedPublishedImage } from '../../support/images.ts';
import { BASE_URL, createTestWorker, type TestWorkerOptions } from '../../support/worker.ts';

// Every tier must give the same response.
const TIERS: readonly (readonly [name: string, vars: NonNullable<TestWorkerOptions['vars']>])[] = [
  ['memory', {}],
  ['the edge cache, small', { CHANGE_LOOK_TTL_MS: '0' }],
  ['the edge cache, large', { MEMORY_CACHE_ENTRY_BYTES: '0' }],
  ['the bucket', { PUBLIC_CACHE_TTL_MS: '0' }],
];

it('the delivery of images has the sixty conformance cases', () => {
  expect(CONFORMANCE_CASES.length).toBeGreaterThanOrEqual(60);
});

describe.each(TIERS)('a public image answered from %s', (_, vars) => {
  let subject: Subject;

  beforeAll(async () => {
    const worker = createTestWorker({ vars: { COUNTER_GATHER_MS: '1', ...vars } });
    const image = await seedPublishedImage(worker);
    const send = async (url: string, init?: RequestInit): Promise<Response> => {
      const response = await worker.fetch(url, init);
      await worker.settle();
      return response;
    };
    subject = await createSubject(BASE_URL, `/i/${image.uniqueLink}.webp`, send);
  });

  it.each(CONFORMANCE_CASES)('$name', async ({ run }) => {
    await run(subject);
    expect.assertions(0);
  });
});

describe('a link without an extension', () => {
  const PUBLIC_BASE_URL = 'https://img.example.org/some/path';
  const follow = async (origin: string, vars: NonNullable<TestWorkerOptions['vars']>) => {
    const worker = createTestWorker({ vars });
    const { uniqueLink } = await seedPublishedImage(worker);
    const asked = await worker.fetch(`${origin}/i/${uniqueLink}`, { redirect: 'manual' });
    const { status, headers } = asked;
    const location = headers.get('Location')?.replace(uniqueLink, 'LINK');
    return [status, location, headers.get('Cache-Control')];
  };

  it.each(['https', 'http'])(
    'redirects at the configured host to its origin (%s)',
    async (scheme) => {
      const redirect = await follow(`${scheme}://img.example.org`, { PUBLIC_BASE_URL });
      const life = 'public, max-age=600, must-revalidate';
      expect(redirect).toEqual([301, 'https://img.example.org/i/LINK.webp', life]);
    },
  );

  it.each([{ PUBLIC_BASE_URL }, {}])(
    'redirects at another host to that one, privately',
    async (vars) => {
      const life = 'private, max-age=600, must-revalidate';
      expect(await follow(BASE_URL, vars)).toEqual([301, `${BASE_URL}/i/LINK.webp`, life]);
    },
  );

  it.each([
    ['http://other.example.org', 'https://other.example.org', PUBLIC_BASE_URL],
    ['http://other.example.org:8443', 'https://other.example.org:8443', PUBLIC_BASE_URL],
    ['http://other.example.org', 'http://other.example.org', 'http://img.example.org'],
    ['http://other.example.org', 'http://other.example.org', ''],
    ['http://localhost:8080', 'http://localhost:8080', PUBLIC_BASE_URL],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', PUBLIC_BASE_URL],
    ['http://[::1]:8080', 'http://[::1]:8080', PUBLIC_BASE_URL],
  ])('asked for at %s redirects to %s where the site is %s', async (asked, origin, site) => {
    const redirect = await follow(asked, { PUBLIC_BASE_URL: site });
    const life = 'private, max-age=600, must-revalidate';
    expect(redirect).toEqual([301, `${origin}/i/LINK.webp`, life]);
  });
});

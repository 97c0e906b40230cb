import { beforeAll, describe, expect, it } from 'vitest';
import { CONFORMANCE_CASES } from '../../../conformance/cases.ts';
import { createSubject, type Subject } from '../../../conformance/subject.ts';
import { renditionOf, seedWideImage } from '../../../support/renditions.ts';
import { BASE_URL, createTestWorker } from '../../../support/worker.ts';

describe.each([
  ['from caches', {}, 'webp', {}],
  ['from the bucket', { PUBLIC_CACHE_TTL_MS: '0' }, 'jpg', {}],
  ['by Accept', {}, 'auto', { Accept: 'image/avif' }],
] as const)('a public rendition %s', (_, vars, extension, headers) => {
  let subject: Subject;

  beforeAll(async () => {
    const own = createTestWorker({ vars });
    const image = await seedWideImage(own);
    const send = async (url: string, init?: RequestInit): Promise<Response> => {
      const asked = new Headers(init?.headers);
      for (const [name, value] of Object.entries(headers)) asked.set(name, value);
      const response = await own.fetch(url, { ...init, headers: asked });
      await own.settle();
      return response;
    };
    subject = await createSubject(BASE_URL, renditionOf(image, 160, extension), send);
  });

  it.each(CONFORMANCE_CASES.filter(({ scope }) => scope === 'http'))('$name', async ({ run }) => {
    await run(subject);
    expect.assertions(0);
  });
});

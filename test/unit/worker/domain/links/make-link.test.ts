import { describe, expect, it } from 'vitest';
import {
  publicPaths,
  purgedPaths,
  sharePath,
} from '../../../../../src/worker/domain/links/make-link.ts';
import { parseLink, parsePageLink } from '../../../../../src/worker/domain/links/parse-link.ts';
import { CACHEABLE_KINDS } from '../../../../../src/shared/variants.ts';
import { cachePath } from '../../../../../src/worker/storage/keys.ts';

const LINK = 'aB3dE6gH9jK2';

describe('the public paths of an image', () => {
  it('are the bare link and every WebP that caches may hold', () => {
    expect(publicPaths({ uniqueLink: LINK, pipelineVersion: 2 })).toEqual([
      `/i/${LINK}`,
      `/i/${LINK}.webp`,
      `/i/${LINK}/gallery.webp`,
      `/i/${LINK}/publish.webp`,
    ]);
  });

  it('of pipeline 1 are the bare link and every extension', () => {
    expect(publicPaths({ uniqueLink: LINK, pipelineVersion: 1 })).toEqual([
      `/i/${LINK}`,
      ...['webp', 'avif', 'jpg', 'jpeg', 'png', 'gif'].map((name) => `/i/${LINK}.${name}`),
    ]);
  });

  it.each([1, 2])('are valid links (pipeline %i)', (pipelineVersion) => {
    for (const path of publicPaths({ uniqueLink: LINK, pipelineVersion })) {
      expect(parseLink(path)).toMatchObject({ uniqueLink: LINK });
    }
  });

  it('name the paths of the edge cache', () => {
    const paths = publicPaths({ uniqueLink: LINK, pipelineVersion: 2 });
    for (const kind of CACHEABLE_KINDS) expect(paths).toContain(cachePath(LINK, kind));
  });
});

describe('the share page of an image', () => {
  it.each([
    [2, 'public', `/p/${LINK}`, 'public'],
    [2, 'private', `/p/${LINK}S`, 'private'],
    [1, 'public', `/p/${LINK}`, 'public'],
    [1, 'private', `/p/${LINK}`, 'public'],
  ] as const)('of pipeline %i (%s) is %s', (pipelineVersion, visibility, path, alias) => {
    expect(sharePath({ uniqueLink: LINK, visibility, pipelineVersion })).toBe(path);
    expect(parsePageLink(path)).toEqual({ uniqueLink: LINK, alias });
  });

  it.each([`/p/${LINK}.webp`, `/p/${LINK}/`, `/p/${LINK}SS`, '/p/short', `/i/${LINK}`])(
    'is not %s',
    (path) => {
      expect(parsePageLink(path)).toBeNull();
    },
  );

  it.each([1, 2])('is purged with the image (pipeline %i)', (pipelineVersion) => {
    expect(purgedPaths({ uniqueLink: LINK, pipelineVersion })).toContain(`/p/${LINK}`);
  });
});

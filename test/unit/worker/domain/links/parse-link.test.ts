import { describe, expect, it } from 'vitest';
import { assetLink } from '../../../../../src/worker/domain/links/make-link.ts';
import { parseLink } from '../../../../../src/worker/domain/links/parse-link.ts';
import { newUniqueLink } from '../../../../../src/shared/ids.ts';

const LINK = 'aB3dE6gH9jK2';

describe('a direct link', () => {
  it.each([
    [`/i/${LINK}.webp`, 'public', 'publish'],
    [`/i/${LINK}S.webp`, 'private', 'publish'],
    [`/i/${LINK}/gallery.webp`, 'public', 'gallery'],
    [`/i/${LINK}S/gallery.webp`, 'private', 'gallery'],
    [`/i/${LINK}/publish.webp`, 'public', 'publish'],
    [`/i/${LINK}/master.webp`, 'public', 'master'],
    [`/i/${LINK}S/admin.webp`, 'private', 'admin'],
  ])('names a variant: %s', (path, alias, kind) => {
    expect(parseLink(path)).toEqual({ form: 'variant', uniqueLink: LINK, alias, kind });
  });

  it('without an extension names the image', () => {
    expect(parseLink(`/i/${LINK}`)).toEqual({ form: 'bare', uniqueLink: LINK, alias: 'public' });
    expect(parseLink(`/i/${LINK}S`)).toEqual({ form: 'bare', uniqueLink: LINK, alias: 'private' });
  });

  it.each(['avif', 'jpg', 'jpeg', 'png', 'gif'])('with %s is of pipeline 1', (extension) => {
    expect(parseLink(`/i/${LINK}.${extension}`)).toEqual({
      form: 'legacy',
      uniqueLink: LINK,
      extension,
    });
    expect(parseLink(`/i/${LINK}S.${extension}`)).toBeNull();
  });

  it('distinguishes a public link that ends with S from a private alias', () => {
    const ending = `${LINK.slice(0, 11)}S`;
    expect(parseLink(`/i/${ending}.webp`)).toMatchObject({ uniqueLink: ending, alias: 'public' });
    expect(parseLink(`/i/${ending}S.webp`)).toMatchObject({
      uniqueLink: ending,
      alias: 'private',
    });
  });

  it.each([
    '',
    '/i',
    '/i/',
    `/I/${LINK}.webp`,
    `/i/${LINK}.WEBP`,
    `/i/${LINK}.webp/`,
    `/i/${LINK}.webp\n`,
    `/i/${LINK}/Gallery.webp`,
    `/i/${LINK}/publish_source.webp`,
    `/i/${LINK}/gallery`,
    `/i/${LINK}s.webp`,
    `/i/${LINK}SS.webp`,
    `/i/${LINK.slice(1)}.webp`,
    `/i/${LINK.slice(1)}-.webp`,
    `/i/${LINK.slice(1)}ä.webp`,
    `/i/%61${LINK.slice(1)}.webp`,
    `/j/${LINK}.webp`,
    `/i/${'a'.repeat(100_000)}.webp`,
    `/i/${LINK}${'/'.repeat(100_000)}`,
  ])('must match exactly (case %#)', (path) => {
    expect(parseLink(path)).toBeNull();
  });

  it('parses to the unique link that it was made of', () => {
    for (let round = 0; round < 1000; round += 1) {
      const uniqueLink = newUniqueLink();
      for (const alias of ['public', 'private'] as const) {
        const path = `/i/${assetLink(uniqueLink, alias)}.webp`;
        expect(parseLink(path)).toMatchObject({ uniqueLink, alias });
      }
    }
  });
});

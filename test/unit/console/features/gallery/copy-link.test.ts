import { beforeAll, expect, it } from 'vitest';
import { loadModules } from '../../support/load-modules.ts';
import { stubPage } from '../../support/stub-page.ts';

interface Modules {
  readonly linkToGive: (
    image: { visibility: string },
    detail: { access_token?: string; token_expires_at?: string } | undefined,
    links: { url: string },
    now: number,
  ) => { url: string; isOwnOnly: boolean };
}

let modules: Modules;

beforeAll(async () => {
  stubPage();
  modules = await loadModules('features/gallery/copy-link.ts');
});

const NOW = Date.parse('2026-11-27T10:00:00Z');
const LINKS = { url: 'https://img.example/i/abcS.webp' };
const give = (visibility: string, token_expires_at?: string) =>
  modules.linkToGive(
    { visibility },
    token_expires_at === undefined ? undefined : { access_token: 'a+b', token_expires_at },
    LINKS,
    NOW,
  );

it('gives the link of a public image, and of a private one its share link while that lives', () => {
  expect(give('public')).toEqual({ ...LINKS, isOwnOnly: false });
  expect(give('private', '2026-11-27T10:00:01Z')).toEqual({
    url: `${LINKS.url}?token=a%2Bb`,
    isOwnOnly: false,
  });
});

it('says of a private link that it opens for its owner alone', () => {
  expect(give('private')).toEqual({ ...LINKS, isOwnOnly: true });
  expect(give('private', '2026-11-27T10:00:00Z')).toEqual({ ...LINKS, isOwnOnly: true });
});

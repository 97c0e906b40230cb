import { expect, it } from 'vitest';
import { joinLinks } from '../../../../../../src/console/features/gallery/model/join-links.ts';
import { AS_STORED } from '../../../../../../src/shared/embeds.ts';
import { image } from './support.ts';

it('the links of several images take a line each, without images that have none', () => {
  const chosen = [
    image(1),
    image(2, { processing_status: 'processing', asset_link: null }),
    image(3, { visibility: 'private', asset_link: 'link3S' }),
  ];
  expect(joinLinks(chosen, 'markdown', AS_STORED, 'https://x')).toEqual({
    lines: ['![Picture 1](https://x/i/link1.webp)', '![Picture 3](https://x/i/link3S.webp)'],
    withoutLink: 1,
    hasPrivate: true,
  });
});

import { z } from '@hono/zod-openapi';
import { toTimestamp } from '../../../../shared/clock.ts';
import { LEGACY_KINDS, VARIANT_KINDS } from '../../../../shared/variants.ts';
import {
  FIND_BY_HASH_ERRORS,
  findByHash,
  type HashMatch,
} from '../../../domain/images/find-by-hash.ts';
import { answers, success } from '../../envelope.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { sha256Text } from '../../text-matching.ts';
import { Image, toImage } from '../images/image.ts';
import { pageOf, PageQuery, toPage } from './page-query.ts';
import { runForAdministrator } from './run-for-administrator.ts';

const MATCHES = ['source', ...VARIANT_KINDS, ...LEGACY_KINDS] as const satisfies HashMatch[];

const Matches = z.array(z.enum(MATCHES)).openapi({
  description: 'The uploaded file (`source`) or the stored variants that have the hash',
});

const MatchingImage = Image.extend({ matches: Matches }).openapi('MatchingImage');

const MatchingTrash = z
  .object({
    id: z.int(),
    user_id: z.int(),
    unique_link: z.string(),
    trashed_at: z.iso.datetime(),
    erase_due_at: z.iso.datetime(),
    matches: Matches,
  })
  .openapi('MatchingTrash');

const HashPage = pageOf(MatchingImage)
  .extend({
    trashed: z.array(MatchingTrash).openapi({
      description: 'Out of every list and link, but their owners can restore them',
    }),
    progress: z
      .number()
      .min(0)
      .max(1)
      .openapi({ description: 'Share of the stored files that have been looked at' }),
  })
  .openapi('HashPage');

const HashQuery = PageQuery.extend({
  sha256: sha256Text().openapi({ description: 'Of a file, in hexadecimal' }),
});

export const findImagesByHashRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/images/by-hash',
    operationId: 'findImagesByHash',
    scope: 'admin',
    errors: FIND_BY_HASH_ERRORS,
    tags: ['admin'],
    summary: 'Find the images of all accounts that were uploaded as a file, or are stored as it',
    description:
      'Finds the SHA-256 of the uploaded file, as its client has said it, and of each stored variant. Other sizes and formats ' +
      'have other hashes. The first pages have the images of uploaded files, from an index. Each later one looks at the next ' +
      '25,000 stored files, and may be empty although more follow. An image that matches in both ways is in two pages.',
    request: { query: HashQuery },
    responses: answers(200, 'A page', HashPage),
  }),
  async (c) => {
    const page = await runForAdministrator(c, (services) =>
      findByHash(services, c.req.valid('query')),
    );
    const { userId } = c.var.actor;
    return c.json(
      success({
        ...toPage(
          page.images.map((image) => ({ ...toImage(image, userId), matches: [...image.matches] })),
          page.nextCursor,
        ),
        trashed: page.trashed.map((each) => ({
          id: each.id,
          user_id: each.userId,
          unique_link: each.uniqueLink,
          trashed_at: toTimestamp(each.trashedAt),
          erase_due_at: toTimestamp(each.eraseDueAt),
          matches: [...each.matches],
        })),
        progress: page.progress,
      }),
      200,
    );
  },
);

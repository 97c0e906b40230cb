import { z } from '@hono/zod-openapi';
import { toTimestamp } from '../../../../shared/clock.ts';
import {
  PASSWORD_MAX_CODE_POINTS,
  countCodePoints,
  SHARE_LABEL_MAX_CHARACTERS,
  SHARE_MAX_VIEWS,
  SHARE_PASSWORD_MIN_CODE_POINTS,
} from '../../../../shared/entry-rules.ts';
import { SHARE_IMAGE, SHARE_ROOT, withToken } from '../../../domain/links/make-link.ts';
import type { ShareLink } from '../../../domain/shares/share-link.ts';
import type { AppContext } from '../../env.ts';
import { plainText } from '../../plain-text.ts';
import { ownOrigin } from '../../same-origin.ts';
import { futureTime } from '../future-time.ts';
import { idInPath, ImageIdParam } from '../images/image.ts';

export const ShareLinkParams = ImageIdParam.extend({ linkId: idInPath() });

export const ShareLinkLabel = plainText(SHARE_LABEL_MAX_CHARACTERS);

export const ShareLinkEnd = futureTime('From then on the link is refused (4037); null for no end');

export const ShareLinkViews = z.int().min(1).max(SHARE_MAX_VIEWS).nullable();

export const ShareLinkPassword = z
  .string()
  .refine(
    isPassword,
    `must have ${SHARE_PASSWORD_MIN_CODE_POINTS} to ${PASSWORD_MAX_CODE_POINTS} characters`,
  )
  .nullable()
  .openapi({
    type: ['string', 'null'],
    minLength: SHARE_PASSWORD_MIN_CODE_POINTS,
    maxLength: PASSWORD_MAX_CODE_POINTS,
  });

function isPassword(text: string): boolean {
  const length = countCodePoints(text);
  return length >= SHARE_PASSWORD_MIN_CODE_POINTS && length <= PASSWORD_MAX_CODE_POINTS;
}

export const ShareLinkItem = z
  .object({
    id: z.int(),
    url: z
      .string()
      .nullable()
      .openapi({ description: 'A page with the image; null when the key of the link is lost' }),
    image_url: z.string().nullable().openapi({ description: 'The image alone' }),
    label: z.string(),
    expires_at: z.iso.datetime().nullable(),
    max_views: z.int().nullable(),
    views_taken: z.int().nullable().openapi({ description: 'Null without `max_views`' }),
    has_password: z.boolean(),
    created_at: z.iso.datetime(),
  })
  .openapi('ShareLink');

export function toShareLinkItem(c: AppContext, link: ShareLink): z.infer<typeof ShareLinkItem> {
  const { token, expiresAt } = link;
  const origin = ownOrigin(c.req.raw, c.env.services.config);
  const addressOf = (path: string) => (token === null ? null : origin + withToken(path, token));
  return {
    id: link.id,
    url: addressOf(SHARE_ROOT),
    image_url: addressOf(SHARE_IMAGE),
    label: link.label,
    expires_at: expiresAt === null ? null : toTimestamp(expiresAt),
    max_views: link.maxViews,
    views_taken: link.viewsTaken,
    has_password: link.hasPassword,
    created_at: toTimestamp(link.createdAt),
  };
}

import { z } from '@hono/zod-openapi';
import {
  INVITATION_LABEL_MAX_CHARACTERS,
  INVITATION_MAX_USES,
  STORAGE_QUOTA_MAX_BYTES,
} from '../../../../shared/entry-rules.ts';
import { toInvitationLink } from '../../../../shared/token-links.ts';
import {
  CREATE_INVITATION_ERRORS,
  createInvitation,
} from '../../../domain/invitations/create-invitation.ts';
import {
  LIST_INVITATIONS_ERRORS,
  listInvitations,
} from '../../../domain/invitations/list-invitations.ts';
import {
  WITHDRAW_INVITATION_ERRORS,
  withdrawInvitation,
} from '../../../domain/invitations/withdraw-invitation.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { plainText } from '../../plain-text.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { ownOrigin } from '../../same-origin.ts';
import { futureTime } from '../future-time.ts';
import { IdParam } from './id-param.ts';
import { InvitationItem, toInvitationItem } from './invitation.ts';
import { pageOf, PageQuery, toPage } from './page-query.ts';
import { runForAdministrator } from './run-for-administrator.ts';

const InvitationRequest = z
  .object({
    label: plainText(INVITATION_LABEL_MAX_CHARACTERS).default(''),
    max_uses: z
      .int()
      .min(1)
      .max(INVITATION_MAX_USES)
      .nullable()
      .default(1)
      .openapi({ description: 'The accounts that it may make; null for any number' }),
    expires_at: futureTime('From then on it is refused; null for no end').default(null),
    storage_quota: z
      .int()
      .min(0)
      .max(STORAGE_QUOTA_MAX_BYTES)
      .nullable()
      .default(null)
      .openapi({ description: 'Of the accounts that it makes, in bytes' }),
  })
  .openapi('InvitationRequest', { example: { label: 'For Ada', max_uses: 1 } });

const NewInvitation = InvitationItem.extend({
  token: z.string(),
  link: z.string().openapi({ description: 'A page to register on; the token is in its fragment' }),
}).openapi('NewInvitation');

export const createInvitationRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/invitations',
    operationId: 'createInvitation',
    scope: 'admin',
    errors: CREATE_INVITATION_ERRORS,
    tags: ['admin'],
    summary: 'Make an invitation',
    description: 'Only this answer has the token: the service keeps a hash of it.',
    request: { body: { required: true, content: jsonContent(InvitationRequest) } },
    responses: answers(201, 'The invitation', NewInvitation),
  }),
  async (c) => {
    const { label, max_uses: maxUses, expires_at: expiresAt, ...rest } = c.req.valid('json');
    const terms = { label, maxUses, expiresAt, storageQuota: rest.storage_quota };
    const { invitation, token } = await runForAdministrator(c, (services) =>
      createInvitation(services, c.var.actor.userId, { ...terms, role: 'user' }),
    );
    const link = toInvitationLink(ownOrigin(c.req.raw, c.env.services.config), token);
    return c.json(success({ ...toInvitationItem(invitation), token, link }), 201);
  },
);

export const listInvitationsRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/invitations',
    operationId: 'listInvitations',
    scope: 'admin',
    errors: LIST_INVITATIONS_ERRORS,
    tags: ['admin'],
    summary: 'All invitations, the latest first',
    description: 'Those that have ended, too. None has its token.',
    request: { query: PageQuery },
    responses: answers(200, 'A page', pageOf(InvitationItem).openapi('InvitationPage')),
  }),
  async (c) => {
    const page = c.req.valid('query');
    const { rows, nextCursor } = await runForAdministrator(c, (services) =>
      listInvitations(services, page),
    );
    return c.json(success(toPage(rows.map(toInvitationItem), nextCursor)), 200);
  },
);

export const withdrawInvitationRoute = createRouter().openapi(
  apiRoute({
    method: 'delete',
    path: '/invitations/{id}',
    operationId: 'withdrawInvitation',
    scope: 'admin',
    errors: WITHDRAW_INVITATION_ERRORS,
    tags: ['admin'],
    summary: 'Withdraw an invitation',
    description: 'The accounts that it has made stay.',
    request: { params: IdParam },
    responses: answers(200, 'It makes no account any more', z.null()),
  }),
  async (c) => {
    const { id } = c.req.valid('param');
    await runForAdministrator(c, (services) => withdrawInvitation(services, c.var.actor, id));
    return c.json(success(null), 200);
  },
);

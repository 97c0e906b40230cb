import { z } from '@hono/zod-openapi';
import { Email, LinkToken, NewPassword, Username } from '../credentials.ts';
import { register, REGISTER_ERRORS } from '../../../domain/accounts/register.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { Captcha, readAttempt } from './captcha.ts';

const RegisterRequest = z
  .object({
    username: Username,
    email: Email,
    password: NewPassword,
    captcha: Captcha.optional(),
    invitation: LinkToken.optional().openapi({
      description: 'The token of an invitation; required while `registration` is `invite`',
    }),
  })
  .openapi('RegisterRequest', {
    example: { username: 'ada', email: 'ada@example.org', password: 'correct horse' },
  });

const Registered = z
  .object({ id: z.int(), username: z.string(), email: z.string() })
  .openapi('Registered');

export const registerRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/register',
    operationId: 'register',
    scope: 'web_client',
    errors: REGISTER_ERRORS,
    tags: ['auth'],
    summary: 'Create an account',
    description:
      'For web clients. No session is created. Refused (4030) as the setting `registration` says, and with an invitation ' +
      'that is unknown, used up, withdrawn or expired.',
    request: { body: { required: true, content: jsonContent(RegisterRequest) } },
    responses: answers(201, 'The account', Registered),
  }),
  async (c) => {
    const { captcha, ...account } = c.req.valid('json');
    const registration = { ...account, ...readAttempt(c, 'register', captcha) };
    const registered = await register(c.env.services, registration);
    return c.json(success(registered), 201);
  },
);

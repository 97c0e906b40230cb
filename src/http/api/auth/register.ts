import { createRoute, z } from '@hono/zod-openapi';
import { Email, NewPassword, Username } from '../credentials.ts';
import { register } from '../../../domain/accounts/register.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { webClientsOnly } from '../../middleware/platform.ts';
import { createRouter } from '../../router.ts';
import { readClientAddress } from '../client-address.ts';
import { Captcha } from './captcha.ts';

const RegisterRequest = z
  .object({
    username: Username,
    email: Email,
    password: NewPassword,
    captcha: Captcha.optional(),
  })
  .openapi('RegisterRequest');

const Registered = z
  .object({ id: z.int(), username: z.string(), email: z.string() })
  .openapi('Registered');

export const registerRoute = createRouter().openapi(
  createRoute({
    method: 'post',
    path: '/register',
    tags: ['auth'],
    summary: 'Create an account',
    description: 'For web clients. No session is created.',
    middleware: [webClientsOnly('registration_web_only')] as const,
    request: { body: { required: true, content: jsonContent(RegisterRequest) } },
    responses: answers(201, 'The account', Registered),
  }),
  async (c) => {
    const registered = await register(c.env.services, {
      ...c.req.valid('json'),
      address: readClientAddress(c),
    });
    return c.json(success(registered), 201);
  },
);

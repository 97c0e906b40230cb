import { z } from '@hono/zod-openapi';
import { login, LOGIN_ERRORS } from '../../../domain/accounts/login.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { readUserAgent } from '../../read-client.ts';
import { setCsrfCookie, setSessionCookie } from '../../session-cookies.ts';
import { toUserSummary, UserSummary } from '../user/user.ts';
import { Captcha, readAttempt } from './captcha.ts';

// The rules of registration do not apply: an impossible name is a wrong name or password.
export const LoginRequest = z
  .object({
    username: z.string().min(1).max(100).openapi({ description: 'Or the email address' }),
    password: z.string().min(1).max(1024),
    captcha: Captcha.optional(),
  })
  .openapi('LoginRequest', { example: { username: 'ada', password: 'correct horse' } });

const SignedIn = z.object({ user: UserSummary }).openapi('SignedIn');

export const loginRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/login',
    operationId: 'login',
    scope: 'public',
    errors: LOGIN_ERRORS,
    tags: ['auth'],
    summary: 'Sign in and get the session and CSRF cookies',
    description:
      'By user name or email address. Wrong passwords are limited by each of these, and by network address (429).',
    request: { body: { required: true, content: jsonContent(LoginRequest) } },
    responses: answers(200, 'Who is signed in', SignedIn),
  }),
  async (c) => {
    const { username, password, captcha } = c.req.valid('json');
    const attempt = {
      username,
      password,
      userAgent: readUserAgent(c),
      ...readAttempt(c, 'login', captcha),
    };
    const { account, session } = await login(c.env.services, attempt);
    setSessionCookie(c, session.token);
    setCsrfCookie(c, session.csrfToken);
    return c.json(success({ user: toUserSummary(account) }), 200);
  },
);

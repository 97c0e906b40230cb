import { ConnectionError } from '../../../../client/errors.ts';
import { api, call } from '../../../api/client.ts';
import { hasSessionCookie } from '../../../api/csrf-token.ts';
import type { CaptchaAnswer } from '../captcha/messages.ts';
import { beginSession, user } from '../../../state/session.ts';

export interface SignInFields {
  readonly username: string;
  readonly password: string;
}

/** The browser rejected the session's cookies: it blocks them, or the page is not served over https. */
export class CookieError extends Error {
  override readonly name = 'CookieError';
}

/** @throws {ApiError | ConnectionError | CookieError} */
export async function signIn(
  credentials: SignInFields,
  captcha: CaptchaAnswer | null,
): Promise<void> {
  const { username, password } = credentials;
  const body = { username: username.trim(), password, ...(captcha === null ? {} : { captcha }) };
  await call(api.POST('/api/v1/auth/login', { body }));
  if (!hasSessionCookie()) throw new CookieError();
  await beginSession();
  // The session exists, but could not be read.
  if (user.value === null) throw new ConnectionError(null);
}

import { ConnectionError } from '../../client/errors.ts';
import { api, call } from '../api/client.ts';
import type { CaptchaAnswer } from '../challenge/messages.ts';
import { beginSession, user } from '../state/session.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/**
 * Signs in, here and in other tabs.
 * @throws {ApiError | ConnectionError}
 */
export async function signIn(
  credentials: Credentials,
  captcha: CaptchaAnswer | null,
): Promise<void> {
  const { username, password } = credentials;
  const body = { username: username.trim(), password, ...(captcha === null ? {} : { captcha }) };
  await call(api.POST('/api/v1/auth/login', { body }));
  await beginSession();
  // The session is there, but who has it could not be asked.
  if (user.value === null) throw new ConnectionError(null);
}

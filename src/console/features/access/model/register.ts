import { api, call } from '../../../api/client.ts';
import type { CaptchaAnswer } from '../captcha/messages.ts';
import type { AccountFields } from './check-fields.ts';

/** `invitation` is the token, '' without one. @throws {ApiError | ConnectionError} */
export async function register(
  { username, email, password }: AccountFields,
  captcha: CaptchaAnswer | null,
  invitation: string,
): Promise<void> {
  const account = { username: username.trim(), email: email.trim(), password };
  const body = {
    ...account,
    ...(captcha === null ? {} : { captcha }),
    ...(invitation === '' ? {} : { invitation }),
  };
  await call(api.POST('/api/v1/auth/register', { body }));
}

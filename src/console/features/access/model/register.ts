import { api, call } from '../../../api/client.ts';
import type { CaptchaAnswer } from '../captcha/messages.ts';
import type { AccountFields } from './check-fields.ts';

/** @throws {ApiError | ConnectionError} */
export async function register(
  { username, email, password }: AccountFields,
  captcha: CaptchaAnswer | null,
): Promise<void> {
  const account = { username: username.trim(), email: email.trim(), password };
  const body = { ...account, ...(captcha === null ? {} : { captcha }) };
  await call(api.POST('/api/v1/auth/register', { body }));
}

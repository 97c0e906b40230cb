import { createHash } from 'node:crypto';
import { ApiError } from '../../../src/client/errors.ts';

/** JSON calls as one session. */
export interface SiteClient {
  readonly baseUrl: string;
  readonly token: string;
}

/** Data of the answer. @throws {ApiError} for a refusal. */
export async function callSite<Data>(
  { baseUrl, token }: SiteClient,
  method: string,
  path: string,
  body?: object,
): Promise<Data> {
  const answer = await fetch(`${baseUrl}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { code, message, data } = (await answer.json()) as {
    code: number;
    message: string;
    data: Data;
  };
  if (answer.ok) return data;
  throw new ApiError(answer.status, code, message, null);
}

/** Signs in; the token works as a bearer. */
export async function openSession(
  baseUrl: string,
  account: { readonly username: string; readonly password: string },
): Promise<SiteClient> {
  const answer = await fetch(`${baseUrl}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(account),
  });
  const cookie = answer.headers.getSetCookie().find((text) => text.includes('session_token='));
  const token = cookie?.split('session_token=')[1]?.split(';')[0];
  if (token === undefined) throw new ApiError(answer.status, 0, await answer.text(), null);
  return { baseUrl, token };
}

/** SHA-256 of what a path serves to the session. @throws {ApiError} for a refusal. */
export async function hashOf({ baseUrl, token }: SiteClient, path: string): Promise<string> {
  const answer = await fetch(baseUrl + path, { headers: { Authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new ApiError(answer.status, 0, `${path}: ${await answer.text()}`, null);
  return createHash('sha256')
    .update(await answer.bytes())
    .digest('hex');
}

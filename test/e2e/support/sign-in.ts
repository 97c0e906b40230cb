import { ApiError } from '../../../src/client/errors.ts';
import { insist } from './insist.ts';

/** Registers somebody new and signs in; gives the session token, for `Authorization: Bearer`. */
export const signIn = async (baseUrl: string): Promise<string> => {
  const username = `person-${crypto.randomUUID().slice(0, 13)}`;
  const password = 'long enough';
  const post = (path: string, body: unknown) =>
    insist(async () => {
      const response = await fetch(`${baseUrl}/api/v1/auth/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (response.ok) return response;
      throw new ApiError(response.status, 0, await response.text(), null);
    });
  await post('register', { username, email: `${username}@example.org`, password });
  const response = await post('login', { username, password });
  const cookie = response.headers.getSetCookie().find((text) => text.includes('session_token='));
  const token = cookie?.split('session_token=')[1]?.split(';')[0];
  if (token === undefined) throw new Error(`not signed in: ${await response.text()}`);
  return token;
};

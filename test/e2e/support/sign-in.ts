import { ApiError } from '../../../src/client/errors.ts';
import { insertPerson, PASSWORD } from './insert-person.ts';
import { retryWhileBusy } from './retry-while-busy.ts';
import type { Server } from './server.ts';

export type Address = Pick<Server, 'baseUrl'> & Partial<Pick<Server, 'persistTo'>>;

/**
 * Signs a new person in; returns the session token for `Authorization: Bearer`. Registers without access to the server's
 * state, at the cost of a second scrypt.
 */
export const signIn = async ({ baseUrl, persistTo }: Address): Promise<string> => {
  const username =
    persistTo === undefined
      ? `person-${crypto.randomUUID().slice(0, 13)}`
      : insertPerson({ persistTo });
  const post = (path: string, body: unknown) =>
    retryWhileBusy(async () => {
      const response = await fetch(`${baseUrl}/api/v1/auth/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (response.ok) return response;
      throw new ApiError(response.status, 0, await response.text(), null);
    });
  const account = { username, password: PASSWORD };
  if (persistTo === undefined) {
    await post('register', { ...account, email: `${username}@example.org` });
  }
  const response = await post('login', account);
  const cookie = response.headers.getSetCookie().find((text) => text.includes('session_token='));
  const token = cookie?.split('session_token=')[1]?.split(';')[0];
  if (token === undefined) throw new Error(`not signed in: ${await response.text()}`);
  return token;
};

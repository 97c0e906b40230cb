import { insertAccount } from '../../src/worker/domain/accounts/insert-account.ts';
import { hashPassword } from '../../src/worker/domain/accounts/password.ts';
import type { TestWorker } from './worker.ts';

export interface Person {
  readonly userId: number;
  readonly username: string;
  readonly password: string;
  /** A web client's headers: both cookies and the CSRF header. */
  readonly headers: Record<string, string>;
  /** The session token, for `Authorization: Bearer`. */
  readonly bearer: string;
}

let people = 0;

/** The value of a cookie that a response sets; '' if none. */
export const cookieOf = (response: Response, name: string): string =>
  response.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1)
    .split(';')[0] ?? '';

export const postJson = (
  worker: TestWorker,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> =>
  worker.fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Signs in; throws when it is refused. */
export const loginAs = async (
  worker: TestWorker,
  { username, password }: { username: string; password: string },
  headers: Record<string, string> = {},
): Promise<Person> => {
  const response = await postJson(worker, '/api/v1/auth/login', { username, password }, headers);
  if (response.status !== 200) throw new Error(`login refused: ${await response.text()}`);
  const { data } = await response.json<{ data: { user: { id: number } } }>();
  const bearer = cookieOf(response, '__Host-session_token');
  const csrf = cookieOf(response, '__Host-csrf_token');
  await worker.settle();
  return {
    userId: data.user.id,
    username,
    password,
    bearer,
    headers: {
      Cookie: `__Host-session_token=${bearer}; __Host-csrf_token=${csrf}`,
      'X-CSRF-Token': csrf,
    },
  };
};

/** A signed-in user with a fresh account and an address of its own. */
export const registerAndLogin = async (
  worker: TestWorker,
  { username }: { username?: string } = {},
): Promise<Person> => {
  people += 1;
  const name = username ?? `person-${String(people)}-${crypto.randomUUID().slice(0, 8)}`;
  const password = `long enough ${String(people)}`;
  await insertAccount(worker.services, {
    username: name.toLowerCase(),
    email: `${name}@example.org`.toLowerCase(),
    passwordHash: await hashPassword(worker.services.deriveKey, password),
  });
  const address = { 'CF-Connecting-IP': `2001:db8:${people.toString(16)}::1` };
  return loginAs(worker, { username: name, password }, address);
};

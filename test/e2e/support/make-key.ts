import { signIn, type Address } from './sign-in.ts';

/** Makes an API key of a new person. */
export const makeKey = async (
  server: Address,
  scopes: readonly string[] = ['upload', 'read', 'manage'],
): Promise<string> => {
  const headers = {
    Authorization: `Bearer ${await signIn(server)}`,
    'Content-Type': 'application/json',
  };
  const body = JSON.stringify({ label: 'A program', scopes });
  const answer = await fetch(`${server.baseUrl}/api/v1/user/keys`, {
    method: 'POST',
    headers,
    body,
  });
  const { data } = (await answer.json()) as { readonly data: { readonly key: string } };
  return data.key;
};

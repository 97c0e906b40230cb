import { beforeAll, describe, expect, inject, it } from 'vitest';
import { runCommand, runCron } from './support/server.ts';
import { signIn } from './support/sign-in.ts';

interface Me {
  readonly username: string;
  readonly role: string;
}

describe('npm run admin beside a running server', () => {
  const server = inject('server');
  let token: string;
  beforeAll(async () => {
    token = await signIn(server.baseUrl);
  });

  const admin = async (...args: string[]) =>
    runCommand('admin', [...args, '--persist-to', server.persistTo]);

  /** Who the session says it is, once the cron has passed on what changed. */
  const me = async (): Promise<Me> => {
    await runCron(server.baseUrl);
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${server.baseUrl}/api/v1/auth/me`, { headers });
    return ((await response.json()) as { data: Me }).data;
  };

  it('makes a user an administrator and takes it back, once each', async () => {
    const { username, role } = await me();
    expect(role).toBe('user');

    const granted = await admin('grant', username.toUpperCase());
    expect(granted).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('is an administrator now'),
    });
    expect((await me()).role).toBe('admin');
    const { output } = await admin('list');
    expect(output).toMatch(new RegExp(`^${username} <\\S+@\\S+> active$`, 'mu'));
    const again = await admin('grant', username);
    expect(again).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('is an administrator already'),
    });

    expect((await admin('revoke', username)).exitCode).toBe(0);
    expect((await me()).role).toBe('user');
  });

  it('takes a name that is none for an unknown user, not for SQL', async () => {
    const name = "x' OR '1'='1";
    const run = await admin('grant', name);
    expect(run).toEqual({ exitCode: 1, output: `There is no user named ${name}.\n` });
    expect((await me()).role).toBe('user');
  });
});

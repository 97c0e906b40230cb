import { beforeAll, describe, expect, it, vi } from 'vitest';
import { printAdministrators } from '../../scripts/admin/list-administrators.ts';
import { setRole } from '../../scripts/admin/set-role.ts';
import { retryWhileLocked } from '../../scripts/support/retry-while-locked.ts';
import { runCommand, runCron } from './support/server.ts';
import { signIn } from './support/sign-in.ts';
import { useSharedServer } from './support/use-shared-server.ts';

interface Me {
  readonly username: string;
  readonly role: string;
}

describe('npm run admin beside a running server', () => {
  const server = useSharedServer();
  let token: string;
  beforeAll(async () => {
    token = await signIn(server);
  });

  const target = { remote: false, persistTo: server.persistTo };
  /** Runs the command in this process. */
  const setAdmin = (name: string): Promise<void> =>
    retryWhileLocked(() => setRole(target, 'admin', name));
  const admin = async (...args: string[]) =>
    runCommand('admin', [...args, '--persist-to', server.persistTo]);

  /** Reads the session’s user after a cron run. */
  const me = async (): Promise<Me> => {
    await runCron(server.baseUrl);
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${server.baseUrl}/api/v1/auth/me`, { headers });
    return ((await response.json()) as { data: Me }).data;
  };

  it('grants and revokes administration, once each', async () => {
    const { username, role } = await me();
    expect(role).toBe('user');

    const granted = await admin('grant', username.toUpperCase());
    expect(granted).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('is an administrator now'),
    });
    expect((await me()).role).toBe('admin');
    const print = vi.spyOn(console, 'log');
    await setAdmin(username);
    expect(print).toHaveBeenCalledExactlyOnceWith(`${username} is an administrator already.`);
    print.mockClear();
    await retryWhileLocked(() => printAdministrators(target));
    const line = new RegExp(`^${username} <\\S+@\\S+> active$`, 'u');
    expect(print).toHaveBeenCalledWith(expect.stringMatching(line));

    expect(await admin('revoke', username)).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('is an ordinary user now'),
    });
    expect((await me()).role).toBe('user');
  });

  it('treats an invalid name as an unknown user, not as SQL', async () => {
    const name = "x' OR '1'='1";
    await expect(setAdmin(name)).rejects.toThrow(`There is no user named ${name}.`);
    expect((await me()).role).toBe('user');
  });
});

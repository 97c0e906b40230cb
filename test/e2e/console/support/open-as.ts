import type { BrowserContext, Page } from 'playwright-core';
import { insertPerson } from '../../support/insert-person.ts';
import type { Server } from '../../support/server.ts';
import { signIn } from './console.ts';

/** An administrator who has not signed in yet. */
export const makeAdmin = (server: Pick<Server, 'persistTo'>): string =>
  insertPerson(server, { role: 'admin' });

/** Signs a person in, and opens a page; without a path it stays blank. */
export const openAs = async (
  profile: BrowserContext,
  username: string,
  path: string | null,
): Promise<Page> => {
  await signIn(profile, username);
  const page = await profile.newPage();
  if (path !== null) await page.goto(path);
  return page;
};

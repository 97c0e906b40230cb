import { readFromWrangler } from '../support/wrangler.ts';

/** Names the state before an upgrade. @throws {ScriptError} when the platform does not tell it. */
export async function printWayBack(): Promise<void> {
  const answer = await readFromWrangler(['d1', 'time-travel', 'info', 'DB', '--json']);
  const { bookmark } = JSON.parse(answer) as { readonly bookmark: string };
  console.log(`The database is at the bookmark ${bookmark}. To bring it back there after a failed upgrade:
  npx wrangler d1 time-travel restore DB --bookmark=${bookmark}`);
}

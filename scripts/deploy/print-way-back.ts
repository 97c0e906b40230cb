import type { RemoteD1 } from '../support/remote-d1.ts';

/** Names the state before an upgrade. @throws {ScriptError} when the platform does not tell it. */
export async function printWayBack(d1: RemoteD1): Promise<void> {
  const bookmark = await d1.readBookmark();
  console.log(`The database is at the bookmark ${bookmark}. To bring it back there after a failed upgrade:
  npx wrangler d1 time-travel restore DB --bookmark=${bookmark}`);
}

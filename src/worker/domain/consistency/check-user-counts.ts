import { findMiscounts } from '../accounts/recount-users.ts';
import type { ConsistencyServices, Finding } from './finding.ts';

export async function* checkUserCounts({
  directory,
}: ConsistencyServices): AsyncGenerator<Finding> {
  for await (const level of findMiscounts(directory)) {
    yield {
      subject: `user counts of level ${String(level)}`,
      problem: 'are not those of the users',
      repair: { action: 'recount_user_ranges' },
    };
  }
}

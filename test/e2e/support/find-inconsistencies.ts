import { openBindings } from '../../../scripts/support/bindings.ts';
import { systemClock } from '../../../src/shared/clock.ts';
import { Database } from '../../../src/worker/db/database.ts';
import { checkConsistency } from '../../../src/worker/domain/consistency/check-consistency.ts';
import type { Finding } from '../../../src/worker/domain/consistency/finding.ts';
import { ObjectStore } from '../../../src/worker/storage/object-store.ts';

/** As `npm run fsck`, in this process. */
export async function findInconsistencies(persistTo: string): Promise<Finding[]> {
  await using bindings = await openBindings({ remote: false, persistTo });
  const [db, objects] = [new Database(bindings.DB), new ObjectStore(bindings.BUCKET)];
  const findings: Finding[] = [];
  for await (const finding of checkConsistency({ db, objects, clock: systemClock })) {
    findings.push(finding);
  }
  return findings;
}

import { openBindings } from '../../../scripts/support/bindings.ts';
import { systemClock } from '../../../src/shared/clock.ts';
import { openDatabases } from '../../../src/worker/db/open-databases.ts';
import { checkConsistency } from '../../../src/worker/domain/consistency/check-consistency.ts';
import type { Finding } from '../../../src/worker/domain/consistency/finding.ts';
import { ObjectStore } from '../../../src/worker/storage/object-store.ts';

/** As `npm run fsck`, in this process. */
export async function findInconsistencies(persistTo: string): Promise<Finding[]> {
  await using bindings = await openBindings({ remote: false, persistTo });
  const services = {
    ...openDatabases(bindings.DB),
    objects: new ObjectStore(bindings.BUCKET),
    clock: systemClock,
  };
  const findings: Finding[] = [];
  for await (const finding of checkConsistency(services)) {
    findings.push(finding);
  }
  return findings;
}

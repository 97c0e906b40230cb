import { openDatabases } from '../../src/worker/db/open-databases.ts';
import { DomainError, type ErrorName } from '../../src/worker/domain/errors.ts';
import { retryPublication } from '../../src/worker/domain/publication/retry-publication.ts';
import { toWireError } from '../../src/worker/http/wire-errors.ts';
import { systemClock } from '../../src/shared/clock.ts';
import { createLog } from '../../src/worker/lib/log.ts';
import type { DatabaseTarget } from '../support/database-target.ts';
import { openMigrated } from '../support/database.ts';
import { ScriptError } from '../support/fail.ts';

const REFUSALS: Readonly<Partial<Record<ErrorName, string>>> = {
  publication_not_found: 'There is no publication of that image.',
  publication_conflict: 'That publication has not failed, or what it needs is no longer kept.',
};

/** @throws {ScriptError} when no failed publication of the image can be restarted. */
export async function restartPublication(target: DatabaseTarget, image: string): Promise<void> {
  if (!/^[1-9]\d{0,14}$/u.test(image)) throw new ScriptError(`${image} is not an image id.`);
  await using bindings = await openMigrated(target);
  const services = {
    ...openDatabases(bindings.DB),
    clock: systemClock,
    log: createLog(),
    // Scripts reach no queue: the Worker's sweep finds the job's row and sends the message.
    publishQueue: { send: async () => undefined },
    avifQueue: { send: async () => undefined },
  };
  try {
    await retryPublication(services, null, Number(image));
  } catch (error) {
    if (error instanceof DomainError)
      throw new ScriptError(REFUSALS[error.reason] ?? toWireError(error).message);
    throw error;
  }
  console.log(
    `Image ${image} is queued for publication; the service starts it within two minutes.`,
  );
}

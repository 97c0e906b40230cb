import { Database } from '../../src/worker/db/database.ts';
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

/** Starts a failed publication again. @throws {ScriptError} when there is none that could be. */
export async function restartPublication(target: DatabaseTarget, image: string): Promise<void> {
  if (!/^[1-9]\d{0,14}$/u.test(image)) throw new ScriptError(`${image} is no image id.`);
  await using bindings = await openMigrated(target);
  const services = {
    db: new Database(bindings.DB),
    clock: systemClock,
    log: createLog(),
    // A script reaches no queue: the job's row is enough, the Worker's sweep sends the message.
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
  console.log(`Image ${image} waits to be published; the service takes it up within two minutes.`);
}

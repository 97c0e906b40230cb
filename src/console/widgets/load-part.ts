import { ConnectionError } from '../../client/errors.ts';
import { reportOutcome } from '../api/client.ts';

/**
 * Loads a part of a page for `useResource`, which asks for it again by itself once the service is back.
 * @throws {ConnectionError} when it does not come
 */
export async function loadPart<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (cause) {
    const error = new ConnectionError(cause);
    reportOutcome(error);
    throw error;
  }
}

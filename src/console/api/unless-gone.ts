import { ApiError } from '../../client/errors.ts';

const NOT_FOUND_STATUS = 404;

/** Awaits a deletion; 404 counts as done. @throws {ApiError | ConnectionError} */
export async function unlessGone(asked: Promise<unknown>): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === NOT_FOUND_STATUS)) throw error;
  }
}

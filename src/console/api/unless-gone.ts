import { ApiError } from '../../client/errors.ts';

const NOT_FOUND_STATUS = 404;

/** Waits for a call that ends something; what is gone already has ended. @throws {ApiError | ConnectionError} */
export async function unlessGone(asked: Promise<unknown>): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === NOT_FOUND_STATUS)) throw error;
  }
}

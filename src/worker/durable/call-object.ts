interface ObjectFailure {
  readonly retryable?: boolean;
  readonly overloaded?: boolean;
}

/**
 * Calls an object, once more when the runtime says that the failure was passing. `call` must get a stub of its own
 * each time (a stub is broken after a failure) and must be safe to repeat.
 */
export async function callObject<Reply>(call: () => Promise<Reply>): Promise<Reply> {
  try {
    return await call();
  } catch (error) {
    const { retryable, overloaded } = error as ObjectFailure;
    if (retryable !== true || overloaded === true) throw error;
    return call();
  }
}

interface ObjectFailure {
  readonly retryable?: boolean;
  readonly overloaded?: boolean;
}

/** Repeats once after a passing failure. `call` must be safe to repeat, with a new stub: a failure breaks stubs. */
export async function callObject<Reply>(call: () => Promise<Reply>): Promise<Reply> {
  try {
    return await call();
  } catch (error) {
    const { retryable, overloaded } = error as ObjectFailure;
    if (retryable !== true || overloaded === true) throw error;
    return call();
  }
}

/**
 * Runs asynchronous jobs one after another, in the order in which they came. A job that fails lets the
 * next one run.
 */
export class JobLock {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(job: () => Promise<T>): Promise<T> {
    const result = this.#last.then(job);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

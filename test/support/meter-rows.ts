import { runInDurableObject } from 'cloudflare:test';

/**
 * Counts the rows that the SQL of all objects of the runtime reads and writes, until it is stopped. `stub` is any
 * object.
 */
export const meterRows = async (stub: ReturnType<Env['COUNTERS']['getByName']>) => {
  let cursors: { readonly rowsRead: number; readonly rowsWritten: number }[] = [];
  const prototype = await runInDurableObject(
    stub,
    (_, { storage }) => Object.getPrototypeOf(storage.sql) as SqlStorage,
  );
  const { exec } = prototype;
  prototype.exec = function metered(this: SqlStorage, ...args) {
    const cursor = exec.call(this, ...args);
    cursors.push(cursor);
    return cursor as never;
  };
  return {
    /** Rows since the last call. */
    take: () => {
      const sum = { read: 0, written: 0 };
      for (const { rowsRead, rowsWritten } of cursors) {
        sum.read += rowsRead;
        sum.written += rowsWritten;
      }
      cursors = [];
      return sum;
    },
    stop: (): void => {
      prototype.exec = exec;
    },
  };
};

/** The storage of an object that sums the rows its statements write, index entries and deletions included. */
export const countWrites = (
  storage: DurableObjectStorage,
  written: { rows: number },
): DurableObjectStorage =>
  new Proxy(storage, {
    get: (target, name) => {
      const value = Reflect.get(target, name, target) as unknown;
      if (name !== 'sql') {
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      }
      return {
        exec: (...args: Parameters<SqlStorage['exec']>) => {
          const cursor = target.sql.exec(...args);
          const rows = cursor.toArray();
          written.rows += cursor.rowsWritten;
          return { toArray: () => rows, rowsWritten: cursor.rowsWritten };
        },
      };
    },
  });

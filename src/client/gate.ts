/** Lets a limited number of tasks run at once, the others wait in order. */
export interface Gate {
  run<T>(task: () => Promise<T>): Promise<T>;
}

export const createGate = (limit: number): Gate => {
  let free = limit;
  const waiting: (() => void)[] = [];
  return {
    run: async (task) => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
};

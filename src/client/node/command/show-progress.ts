const SHOWN_EVERY_MS = 100;

/** A line in the terminal that counts finished files and the share of all work. Shows nothing in a pipe or a file. */
export function showProgress(count: number, terminal = process.stderr) {
  const shares = Array.from({ length: count }, () => 0);
  let shownAt = 0;
  return {
    /** `fraction` is 0 to 1. */
    set(index: number, fraction: number): void {
      shares[index] = fraction;
      if (!terminal.isTTY || Date.now() - shownAt < SHOWN_EVERY_MS) return;
      shownAt = Date.now();
      const done = shares.filter((share) => share === 1).length;
      const percent = Math.floor((shares.reduce((sum, share) => sum + share, 0) / count) * 100);
      terminal.write(`\r\u001B[K${String(done)}/${String(count)}  ${String(percent)} %`);
    },
    end(): void {
      if (terminal.isTTY) terminal.write('\r\u001B[K');
    },
  };
}

/** Printed without a stack. */
export class ScriptError extends Error {}

/** `main` returns the exit code. A ScriptError, or a wrong option of `parseArgs`, is printed with exit code 1. */
export async function runScript(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(isForPeople(error) ? error.message : error);
    // A local runtime that failed to start would keep this process alive.
    process.exit(1);
  }
}

function isForPeople(error: unknown): error is Error {
  return (
    error instanceof ScriptError ||
    (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_'))
  );
}

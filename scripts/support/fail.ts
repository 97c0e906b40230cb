/** A failure that one sentence explains: scripts print it without a stack. */
export class ScriptError extends Error {}

/**
 * Runs a script's main function, whose number is the exit code. A ScriptError, and a wrong option as `parseArgs`
 * reports it, is printed as one sentence with exit code 1.
 */
export async function runScript(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(isForPeople(error) ? error.message : error);
    // A local runtime that could not start leaves what would keep this process waiting.
    process.exit(1);
  }
}

function isForPeople(error: unknown): error is Error {
  return (
    error instanceof ScriptError ||
    (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_'))
  );
}

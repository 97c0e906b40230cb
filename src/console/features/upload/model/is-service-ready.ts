const DEADLINE_MS = 10_000;

/** Whether the service reports that it can work: its database and its cache answer. */
export async function isServiceReady(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    return (await fetch('/ready', { cache: 'no-store', signal })).ok;
  } catch {
    return false;
  }
}

const DEADLINE_MS = 10_000;

export async function isServiceReady(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    return (await fetch('/ready', { cache: 'no-store', signal })).ok;
  } catch {
    return false;
  }
}

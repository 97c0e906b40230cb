/** Whether another process has this id. */
export function isAlive(pid: number): boolean {
  // Containers reuse ids, so an own id is an old one.
  if (!(pid > 0) || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

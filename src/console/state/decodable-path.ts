/** A path that the router can decode: escapes percent signs that begin no valid sequence. */
export function toDecodablePath(path: string): string {
  try {
    // The build drops a call whose result is unused.
    return decodeURIComponent(path) === '' ? '/' : path;
  } catch {
    return path.replaceAll('%', '%25');
  }
}

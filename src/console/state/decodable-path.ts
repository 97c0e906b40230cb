/**
 * A path that can be decoded, which the router does: where a percent sign begins no character, each stands for itself.
 */
export function toDecodablePath(path: string): string {
  try {
    // The build takes a call away whose result nobody uses.
    return decodeURIComponent(path) === '' ? '/' : path;
  } catch {
    return path.replaceAll('%', '%25');
  }
}

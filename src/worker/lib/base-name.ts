const SEPARATOR = /[/\\]/u;

/** Of a POSIX or Windows path; empty when the path has only separators. */
export function baseName(path: string): string {
  return path.split(SEPARATOR).findLast((part) => part !== '') ?? '';
}

/** What an image is called that has no title of its own. A name that is only an extension stays whole. */
export function titleOf(filename: string): string {
  const name = baseName(filename) || filename;
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

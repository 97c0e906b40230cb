const SEPARATOR = /[/\\]/u;

/** Of a POSIX or Windows path; empty when the path has only separators. */
export function baseName(path: string): string {
  return path.split(SEPARATOR).findLast((part) => part !== '') ?? '';
}

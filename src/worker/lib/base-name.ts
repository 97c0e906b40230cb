/** What stands between the parts of a path, on one system or the other. */
const SEPARATOR = /[/\\]/u;

/** The last part of a path, which may be all there is; empty when the path is nothing but separators. */
export function baseName(path: string): string {
  return path.split(SEPARATOR).findLast((part) => part !== '') ?? '';
}

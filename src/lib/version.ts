/** What counts of a version where two are compared; a build does not (Semantic Versioning 2.0.0, section 10). */
export interface Version {
  readonly numbers: readonly number[];
  readonly prerelease: readonly string[];
}

/** The pattern of https://semver.org, with the `v` that many put before it. */
const PATTERN =
  /^v?((?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2})(?:-((?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*))?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/u;
const MAX_LENGTH = 256;

/** Reads a version of Semantic Versioning 2.0.0; null for any other text, and for numbers that cannot be compared. */
export function parseVersion(text: string): Version | null {
  const [, core, prerelease] = (text.length <= MAX_LENGTH && PATTERN.exec(text)) || [];
  const numbers = core?.split('.').map(Number) ?? [];
  if (numbers.length === 0 || !numbers.every(Number.isSafeInteger)) return null;
  return { numbers, prerelease: prerelease?.split('.') ?? [] };
}

/** Whether a version comes before another (Semantic Versioning 2.0.0, section 11). */
export function isOlder(a: Version, b: Version): boolean {
  const place = a.numbers.findIndex((number, at) => number !== b.numbers[at]);
  if (place >= 0) return (a.numbers[place] ?? 0) < (b.numbers[place] ?? 0);
  if (a.prerelease.length === 0 || b.prerelease.length === 0) {
    return a.prerelease.length > b.prerelease.length;
  }
  const differs = a.prerelease.findIndex((identifier, at) => identifier !== b.prerelease[at]);
  const [ours, theirs] = [a.prerelease[differs], b.prerelease[differs]];
  if (ours === undefined || theirs === undefined) return a.prerelease.length < b.prerelease.length;
  return comesBefore(ours, theirs);
}

/** Numbers come before texts, and have no zeros in front, so that the shorter one is less. */
function comesBefore(ours: string, theirs: string): boolean {
  const [isOurs, isTheirs] = [ours, theirs].map((identifier) => /^\d+$/u.test(identifier));
  if (isOurs !== isTheirs) return isOurs === true;
  if (isOurs === true && ours.length !== theirs.length) return ours.length < theirs.length;
  return ours < theirs;
}

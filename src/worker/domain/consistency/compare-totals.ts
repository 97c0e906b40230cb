export interface Recount<Name extends string> {
  readonly stated: Readonly<Record<Name, number>>;
  readonly counted: Readonly<Record<Name, number>>;
}

/** A sentence for each total that is wrong. */
export function compareTotals<Name extends string>(
  { stated, counted }: Recount<Name>,
  names = Object.keys(counted) as Name[],
): string[] {
  return names
    .filter((name) => stated[name] !== counted[name])
    .map(
      (name) => `${toColumn(name)} is ${String(stated[name])}, counted ${String(counted[name])}`,
    );
}

/** `zero` names the fields. */
export function sumTotals<Name extends string>(
  zero: Readonly<Record<Name, number>>,
  parts: readonly Readonly<Record<Name, number>>[],
): Readonly<Record<Name, number>> {
  const sums: Record<Name, number> = { ...zero };
  for (const part of parts)
    for (const name of Object.keys(zero) as Name[]) sums[name] += part[name];
  return sums;
}

function toColumn(field: string): string {
  return field.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

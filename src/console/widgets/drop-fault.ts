export function dropFault<Faults extends object>(
  shown: Faults,
  changed: keyof Faults,
): Partial<Faults> {
  const others: Partial<Faults> = { ...shown };
  delete others[changed];
  return others;
}

/** No secrets. Names go with the person that they tell of. */
export type Facts = Readonly<Record<string, string | number | Date | null>>;

/** JSON in the wire's form, shown years later. */
export function writeFacts(facts: Facts): string {
  const named = Object.entries(facts).map(([name, fact]) => [toWireName(name), fact]);
  return JSON.stringify(Object.fromEntries(named));
}

function toWireName(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

/** What stands beside the words of a notice, or of an entry of the audit trail. No names and no secrets. */
export type Facts = Readonly<Record<string, string | number | Date | null>>;

/**
 * Writes facts as they are stored and, years later, shown: as JSON in the wire's own form, which nothing here reads.
 * This is therefore the one place outside HTTP that knows that form.
 */
export function writeFacts(facts: Facts): string {
  const named = Object.entries(facts).map(([name, fact]) => [toWireName(name), fact]);
  return JSON.stringify(Object.fromEntries(named));
}

function toWireName(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

/** `attention`: the site works, but somebody should look. `broken`: it does not work. */
export type Health = 'ok' | 'attention' | 'broken';

export interface Finding {
  readonly health: Health;
  readonly subject: string;
  readonly text: string;
  /** Absent when all is well. */
  readonly advice?: string;
}

export function ok(subject: string, text: string): Finding {
  return { health: 'ok', subject, text };
}

export function attention(subject: string, text: string, advice: string): Finding {
  return { health: 'attention', subject, text, advice };
}

export function broken(subject: string, text: string, advice: string): Finding {
  return { health: 'broken', subject, text, advice };
}

const HEALTH_COLUMNS = 11;
const SUBJECT_COLUMNS = 15;

/** A line, and one with the advice below its text. */
export function describeFinding({ health, subject, text, advice }: Finding): string {
  const line = health.padEnd(HEALTH_COLUMNS) + subject.padEnd(SUBJECT_COLUMNS) + text;
  const indent = ' '.repeat(HEALTH_COLUMNS + SUBJECT_COLUMNS);
  return advice === undefined ? line : `${line}\n${indent}${advice}`;
}

import { stripVTControlCharacters } from 'node:util';
import { CONFORMANCE_GROUPS } from './cases.ts';
import type { ConformanceCase, Subject } from './subject.ts';

export interface CaseResult {
  readonly group: string;
  readonly name: string;
  readonly scope: ConformanceCase['scope'];
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Reason of the failure; null otherwise. */
  readonly reason: string | null;
}

/** Runs every case against a subject, one at a time; `generic` omits cases that only Tintype promises. */
export async function* runConformance(
  subject: Subject,
  { generic }: { generic: boolean },
): AsyncGenerator<CaseResult> {
  for (const [group, cases] of Object.entries(CONFORMANCE_GROUPS)) {
    for (const one of cases) {
      const { name, scope } = one;
      if (generic && scope !== 'http') {
        yield { group, name, scope, outcome: 'skipped', reason: null };
        continue;
      }
      const reason = await runCase(one, subject);
      yield { group, name, scope, outcome: reason === null ? 'passed' : 'failed', reason };
    }
  }
}

async function runCase({ run }: ConformanceCase, subject: Subject): Promise<string | null> {
  try {
    await run(subject);
    return null;
  } catch (error) {
    return describeFailure(error);
  }
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  // An assertion may print whole images: its first lines give the expectation.
  const lines = stripVTControlCharacters(error.message).split('\n').slice(0, 6);
  return lines.filter((line) => line.trim() !== '').join(' ') + cause;
}

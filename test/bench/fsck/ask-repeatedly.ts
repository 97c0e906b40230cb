import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand } from '../../e2e/support/server.ts';

const INTERVAL_MS = 5000;

export interface Answer {
  /** Of a run that ended without an answer, its output. */
  readonly findings: readonly string[];
  readonly elapsedMs: number;
}

/** Runs `npm run fsck` on a state folder every five seconds, or as often as it ends, until `stopping`. Prints findings. */
export async function askRepeatedly(persistTo: string, stopping: AbortSignal): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let due = performance.now(); !stopping.aborted; due += INTERVAL_MS) {
    await sleep(Math.max(0, due - performance.now()), null, { signal: stopping }).catch(() => null);
    const startedAt = performance.now();
    const findings = await runFsck(persistTo);
    for (const finding of findings) console.log(`  ${finding}`);
    answers.push({ findings, elapsedMs: performance.now() - startedAt });
    due = Math.max(due, performance.now() - INTERVAL_MS);
  }
  return answers;
}

async function runFsck(persistTo: string): Promise<string[]> {
  const { exitCode, output } = await runCommand('fsck', ['--persist-to', persistTo]);
  return exitCode === 0 ? [] : output.trim().split('\n');
}

import { launch, stopGroup } from '../../e2e/support/server.ts';

const INTERVAL_SECONDS = 5;

export interface Answer {
  readonly findings: readonly string[];
  readonly elapsedMs: number;
}

interface Report {
  readonly findings: readonly { readonly subject: string; readonly problem: string }[];
  readonly elapsed_ms: number;
}

/** Runs `npm run fsck` on a state folder every five seconds until `stopping`. Prints findings. @throws when it ends before. */
export async function askRepeatedly(persistTo: string, stopping: AbortSignal): Promise<Answer[]> {
  const every = ['--json', '--every', String(INTERVAL_SECONDS)];
  const running = launch('fsck', ['--persist-to', persistTo, ...every], {});
  const stopped = new Promise<'stopped'>((resolve) => {
    stopping.addEventListener('abort', () => resolve('stopped'));
  });
  const first = await Promise.race([stopped, running.ended]);
  if (first !== 'stopped') throw new Error(`fsck ended: ${running.output()}`);
  await stopGroup(running);
  const lines = running.output().split('\n');
  return lines.filter((line) => line.startsWith('{')).map(readAnswer);
}

function readAnswer(line: string): Answer {
  const report = JSON.parse(line) as Report;
  const findings = report.findings.map(({ subject, problem }) => `${subject}: ${problem}`);
  for (const finding of findings) console.log(`  ${finding}`);
  return { findings, elapsedMs: report.elapsed_ms };
}

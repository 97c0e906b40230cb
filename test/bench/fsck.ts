import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertPeople } from '../e2e/support/insert-person.ts';
import { startServer } from '../e2e/support/server.ts';
import { askRepeatedly, type Answer } from './fsck/ask-repeatedly.ts';
import { createPeople, useSite, type Person, type Tally } from './fsck/use-site.ts';
import { explain, type BenchOptions, type BenchRow } from './report.ts';

const WHOLE_MS = 600_000;
const SHORT_MS = 60_000;
const VARS = { UPLOAD_SESSIONS_PER_MINUTE: '100000', IMAGE_WRITES_PER_MINUTE: '100000' };

/**
 * What `npm run fsck` finds on a healthy site, asked every five seconds for ten minutes beside uploads,
 * publications, cancellations, switches of visibility, deletions and views. The site is `npm start`'s: pipeline 2 in the
 * first half, pipeline 1 in the second, with a restart in between. `--only short` takes a minute.
 */
export async function run({ only }: BenchOptions): Promise<BenchRow[]> {
  const halfMs = (only === 'short' ? SHORT_MS : WHOLE_MS) / 2;
  const persistTo = await mkdtemp(join(tmpdir(), 'tintype-fsck-'));
  const tally: Tally = new Map();
  try {
    const people = await createPeople();
    const half = { persistTo, people, tally, durationMs: halfMs };
    const answers = await useAndAsk({ ...half, hasParts: true });
    answers.push(...(await useAndAsk({ ...half, hasParts: false })));
    return describe(answers, tally);
  } finally {
    await rm(persistTo, { recursive: true, force: true });
  }
}

interface Half {
  readonly persistTo: string;
  readonly people: readonly Person[];
  readonly tally: Tally;
  readonly durationMs: number;
  /** Pipeline 2, which comes first. */
  readonly hasParts: boolean;
}

async function useAndAsk({ persistTo, hasParts, durationMs, ...use }: Half): Promise<Answer[]> {
  const vars = { ...VARS, V2_UPLOAD_ENABLED: String(hasParts) };
  const server = await startServer({ persistTo, vars });
  try {
    if (hasParts) {
      insertPeople(
        server,
        use.people.map(({ username }) => ({ username, role: 'user' })),
      );
    }
    const stopping = new AbortController();
    const end = AbortSignal.timeout(durationMs);
    const inUse = useSite(server.baseUrl, { ...use, end }).finally(() => stopping.abort());
    const [answers] = await Promise.all([askRepeatedly(persistTo, stopping.signal), inUse]);
    return answers;
  } catch (error) {
    console.error(server.log());
    throw error;
  } finally {
    await server.stop();
  }
}

function describe(answers: readonly Answer[], tally: Tally): BenchRow[] {
  const findings = answers.reduce((sum, answer) => sum + answer.findings.length, 0);
  const seconds = answers.map(({ elapsedMs }) => elapsedMs / 1000);
  return [
    {
      ...explain('findings of fsck beside a load', 'findings', [findings]),
      target: '0',
      pass: findings === 0 && answers.length > 0,
    },
    explain('  runs', 'runs', [answers.length]),
    explain('  duration of a run', 's', seconds),
    ...[...tally].map(([act, count]) => explain(`  ${act}`, 'times', [count])),
  ];
}

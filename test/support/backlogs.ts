import { sweep } from '../../src/worker/jobs/sweep.ts';
import { dispatchBatch } from '../../src/worker/jobs/dispatch.ts';
import { purgedPaths } from '../../src/worker/domain/links/make-link.ts';
import { QUEUES } from '../../src/worker/jobs/messages.ts';
import type { OutboxMessage, Services } from '../../src/worker/domain/services.ts';
import type { Backlog, BacklogPart, SweptBacklog } from './backlog-shape.ts';
import type { Interceptor } from './instrument.ts';
import { nextImageId } from './library.ts';
import { readRows, runBatch, statement } from './sql.ts';
import { createTestWorker, TestClock, type TestWorker } from './worker.ts';

const MINUTE_MS = 60_000;
const MINUTES_MAX = 240;
const ACCOUNTS = 500;
const ROWS_PER_STATEMENT = 20_000;
/** Assumed time of a call (milliseconds), by binding: those of the platform are not measured here. */
const CALL_MS: Readonly<Record<string, number>> = { DB: 10, BUCKET: 50, fetch: 100 };
const OTHER_CALL_MS = 20;
/** As in wrangler.toml. */
const MESSAGES_PER_BATCH = 10;
/** As many as an image has. */
const PATHS = JSON.stringify(
  purgedPaths({ uniqueLink: 'abcdefghijkl', pipelineVersion: 2 }).map((_, path) => path),
);
/** At once, in one invocation. */
const CONNECTIONS = 6;

/**
 * Counts the calls of an invocation and their time. A call ends when virtual time has passed that it is assumed to take;
 * time passes while all calls under way wait for it. So what the code does beside each other takes the time of the longest.
 */
class CallMeter {
  readonly most = { ms: 0, queries: 0, subrequests: 0 };
  #now = { ms: 0, queries: 0, subrequests: 0 };
  #underWay = 0;
  readonly #queued: (() => void)[] = [];
  #waiting: { readonly until: number; readonly end: () => void }[] = [];
  #isPassing = false;

  readonly intercept: Interceptor = ({ binding }, proceed) => this.charge(binding, proceed);

  async charge<Result>(binding: string, proceed: () => Promise<Result>): Promise<Result> {
    this.#now.subrequests += 1;
    if (binding === 'DB') this.#now.queries += 1;
    if (this.#underWay === CONNECTIONS) await new Promise<void>((go) => this.#queued.push(go));
    else this.#underWay += 1;
    const until = this.#now.ms + (CALL_MS[binding] ?? OTHER_CALL_MS);
    try {
      return await proceed();
    } finally {
      await new Promise<void>((end) => {
        this.#waiting.push({ until, end });
        this.#passSoon();
      });
      const next = this.#queued.shift();
      if (next === undefined) this.#underWay -= 1;
      else next();
    }
  }

  /** Milliseconds of the invocation. */
  async measure(invocation: () => Promise<void>): Promise<number> {
    this.#now = { ms: 0, queries: 0, subrequests: 0 };
    await invocation();
    for (const name of ['ms', 'queries', 'subrequests'] as const) {
      this.most[name] = Math.max(this.most[name], this.#now[name]);
    }
    return this.#now.ms;
  }

  /** After what the code does as soon as its last calls have ended, which may be further calls. */
  #passSoon(): void {
    if (this.#isPassing) return;
    this.#isPassing = true;
    setTimeout(() => {
      this.#isPassing = false;
      this.#pass();
    });
  }

  #pass(): void {
    if (this.#waiting.length < Math.max(1, this.#underWay)) return;
    this.#now.ms = Math.min(...this.#waiting.map(({ until }) => until));
    const [ended, waiting] = [true, false].map((isOver) =>
      this.#waiting.filter(({ until }) => until <= this.#now.ms === isOver),
    );
    this.#waiting = waiting ?? [];
    for (const { end } of ended ?? []) end();
    if (this.#waiting.length > 0) this.#passSoon();
  }
}

/**
 * Runs the cron each virtual minute until everything is swept. Its runs do not overlap, and the messages that it sends
 * to itself are processed after it, which is slower than the platform.
 */
export async function sweepBacklog(
  backlog: Backlog,
  vars: NonNullable<Parameters<typeof createTestWorker>[0]>['vars'] & object,
): Promise<SweptBacklog> {
  const clock = new TestClock();
  const plain = createTestWorker({ clock });
  await addBacklog(plain, backlog);
  const meter = new CallMeter();
  const worker = createTestWorker({ clock, intercept: meter.intercept, vars });
  const sent = new Set<number>();
  const messages: OutboxMessage[] = [];
  const services: Services = {
    ...worker.services,
    publishQueue: {
      send: ({ jobId }) => meter.charge('PUBLISH_QUEUE', async () => void sent.add(jobId)),
    },
    outboxQueue: {
      send: (message) => meter.charge('OUTBOX_QUEUE', async () => void messages.push(message)),
    },
  };
  const minutes: Partial<Record<BacklogPart, number>> = {};
  let elapsed = 0;
  let runMs = 0;
  const { fetch } = globalThis;
  globalThis.fetch = (...args) => meter.charge('fetch', () => fetch(...args));
  try {
    for (; elapsed < MINUTES_MAX;) {
      let usedMs = await meter.measure(() => sweep(services));
      runMs = Math.max(runMs, usedMs);
      // Those that are sent meanwhile, too.
      while (messages.length > 0) {
        const batch = messages.splice(0, MESSAGES_PER_BATCH);
        usedMs += await meter.measure(() => consume(services, batch));
      }
      const passed = Math.max(1, Math.ceil(usedMs / MINUTE_MS));
      elapsed += passed;
      clock.advance(passed * MINUTE_MS);
      const left = await countLeft(plain, backlog.jobs - sent.size);
      const parts = Object.keys(backlog) as BacklogPart[];
      for (const part of parts) if (left[part] === 0) minutes[part] ??= elapsed;
      if (parts.every((part) => left[part] === 0)) break;
    }
  } finally {
    globalThis.fetch = fetch;
  }
  const { queries, subrequests } = meter.most;
  return { minutes, runMs, queries, subrequests };
}

async function consume(services: Services, bodies: readonly OutboxMessage[]): Promise<void> {
  const done = { ack: () => undefined, retry: () => undefined };
  const messages = bodies.map((body) => ({
    id: '',
    body,
    timestamp: new Date(),
    attempts: 1,
    ...done,
  }));
  await dispatchBatch({ queue: QUEUES.outbox, messages }, services);
}

async function countLeft({ services }: TestWorker, jobs: number): Promise<Backlog> {
  const [row] = await readRows<Omit<Backlog, 'jobs'>>(
    services.db,
    statement(`SELECT (SELECT count(*) FROM upload_sessions WHERE upload_id LIKE 'closed%') AS uploads,
      (SELECT count(*) FROM publication_jobs WHERE status = 'failed') AS failures,
      (SELECT count(*) FROM outbox_events WHERE kind = 'purge') AS purges,
      (SELECT count(*) FROM outbox_events WHERE kind = 'erase') AS erasures,
      (SELECT count(*) FROM outbox_events WHERE kind = 'account') AS accounts`),
  );
  if (row === undefined) throw new Error('counts without a row');
  return { ...row, jobs };
}

async function addBacklog(worker: TestWorker, backlog: Backlog): Promise<void> {
  const { db } = worker.services;
  const from = await nextImageId(db);
  const run = (text: string) => runBatch(db, [statement(text)]);
  await run(`INSERT INTO users (id, username, email, password_hash, storage_quota, created_at, updated_at)
    ${numbers(0, ACCOUNTS)} SELECT ${from} + n, 'u' || n, 'u' || n || '@example.com', '', 1, 0, 0 FROM numbers`);
  const addSessions = async (
    chunk: string,
    name: string,
    columns: Readonly<Record<string, string>>,
  ) => {
    const given = Object.entries(columns);
    await run(`INSERT INTO upload_sessions (upload_id, user_id, idempotency_key, manifest_sha256, filename, visibility,
        processor_version, recipe_version, source_mime_type, source_width, source_height, unique_link,
        created_at, expires_at, closed_at, ${given.map(([column]) => column).join()})
      ${chunk} SELECT '${name}' || n, ${from} + n % ${ACCOUNTS}, '${name}' || n, '', 'IMG_' || n || '.jpg', 'public',
        '', '', 'image/jpeg', 4000, 3000, '${name}' || n, n, n, n, ${given.map(([, value]) => value).join()} FROM numbers`);
    await run(`INSERT INTO upload_parts (upload_id, kind, status, object_key, size, sha256, width, height, quality, uploaded_at)
      ${chunk} SELECT '${name}' || n, kind.value, 'uploaded', 'images/${name}' || n || '/' || kind.value || '.webp', 1000,
        printf('%064d', n), 400, 300, 80, n
      FROM numbers, json_each('["master","gallery","admin","publish_source"]') AS kind`);
  };
  await addInChunks(backlog.uploads, (chunk) =>
    addSessions(chunk, 'closed', { status: "'completed'", reserved_bytes: '0', erase_due_at: 'n' }),
  );
  const addJobs = async (chunk: string, id: string, name: string, status: string) => {
    await run(
      `INSERT INTO image_files (id, size, created_at) ${chunk} SELECT ${id}, 0, n FROM numbers`,
    );
    await run(`INSERT INTO images (id, user_id, image_file_id, unique_link, title, filename, visibility, pipeline_version,
        processing_status, width, height, file_size, created_at, updated_at)
      ${chunk} SELECT ${id}, ${from} + n % ${ACCOUNTS}, ${id}, '${name}' || n, '', 'a.jpg', 'public', 2, 'pending', 1, 1, 1, n, n FROM numbers`);
    await run(`INSERT INTO publication_jobs (image_id, upload_id, status, run_after, created_at, updated_at)
      ${chunk} SELECT ${id}, '${name}' || n, '${status}', n, n, n FROM numbers`);
  };
  await addInChunks(backlog.jobs, (chunk) => addJobs(chunk, `${from} + n`, 'lost', 'queued'));
  await addInChunks(backlog.failures, async (chunk) => {
    const id = `${from} + ${backlog.jobs} + n`;
    await addJobs(chunk, id, 'failed', 'failed');
    await addSessions(chunk, 'failed', { status: "'failed'", reserved_bytes: '1', image_id: id });
  });
  await run(`UPDATE users SET storage_reserved = failed.bytes
    FROM (SELECT user_id, sum(reserved_bytes) AS bytes FROM upload_sessions WHERE status = 'failed' GROUP BY user_id) AS failed
    WHERE failed.user_id = users.id`);
  await run(`UPDATE site_totals SET storage_reserved = ${backlog.failures}`);
  const payloads = {
    purge: [
      backlog.purges,
      `json_object('paths', (SELECT json_group_array('/r/purged' || n || '/' || value) FROM json_each('${PATHS}')))`,
    ],
    erase: [backlog.erasures, "json_object('keys', json_array('images/erased' || n))"],
    account: [backlog.accounts, `json_object('user_id', ${from} + n % ${ACCOUNTS})`],
  } as const;
  for (const [kind, [count, payload]] of Object.entries(payloads)) {
    await addInChunks(count, async (chunk) => {
      await run(`INSERT INTO outbox_events (kind, payload, available_at, created_at)
        ${chunk} SELECT '${kind}', ${payload}, n, n FROM numbers`);
    });
  }
}

async function addInChunks(count: number, add: (numbers: string) => Promise<void>): Promise<void> {
  for (let start = 0; start < count; start += ROWS_PER_STATEMENT) {
    await add(numbers(start, Math.min(ROWS_PER_STATEMENT, count - start)));
  }
}

function numbers(start: number, count: number): string {
  return `WITH RECURSIVE numbers (n) AS (SELECT ${start} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${start + count - 1})`;
}

import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { renditionPath, type RenditionExtension } from '../../src/shared/renditions.ts';
import { takePhotograph } from '../unit/imaging/fixtures/sharp-images.ts';
import { signIn } from '../e2e/support/sign-in.ts';
import { keepAsking, toRequest } from './load.ts';
import { explain, median, type BenchRow } from './report.ts';
import { startTintype } from './start-tintype.ts';

/** Public to private and back. */
const SWITCHES = 20;
const BETWEEN_MS = 2000;
const READS_PER_SECOND = 1000;
const CONNECTIONS = 256;
const TICK_MS = 5;
const BACKLOG_MS = 250;
const FORMS: readonly [width: number, extension: RenditionExtension][] = [
  [160, 'webp'],
  [320, 'jpg'],
  [320, 'auto'],
  [960, 'webp'],
];

type Visibility = 'public' | 'private';

interface Uploaded {
  readonly data: { readonly id: number; readonly key: string };
}

/**
 * Reads of a public image's renditions over kept connections, begun at 1,000 a second, while its visibility switches. A
 * read is stale if it began after the answer to a switch, ended before the next one began, and was answered by what the
 * switch had ended.
 */
export async function run(): Promise<BenchRow[]> {
  await using tintype = await startTintype({
    vars: { LINK_MISSES_PER_IP: '1000000' },
    queueConsumers: { 'tintype-publish': { maxBatchSize: 1, maxBatchTimeout: 0 } },
    isQuiet: true,
  });
  const { url } = tintype;
  const Authorization = `Bearer ${await signIn({ baseUrl: url.origin })}`;
  const call = async (method: string, path: string, type: string, body: string | Blob) => {
    const headers = { Authorization, 'Content-Type': type };
    const answer = await fetch(`${url.origin}/api/v1${path}`, { method, headers, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
    return text;
  };
  const photo = await takePhotograph({ width: 1600, height: 1200 }).jpeg().toBuffer();
  const uploaded = await call('POST', '/upload?visibility=public', 'image/jpeg', new Blob([photo]));
  const { id, key } = (JSON.parse(uploaded) as Uploaded).data;
  const requests = FORMS.map(([width, extension]) =>
    toRequest(new URL(renditionPath(key, width, extension), url)),
  );
  const setVisibility = (visibility: Visibility) =>
    call(
      'PATCH',
      `/images/${String(id)}/visibility`,
      'application/json',
      JSON.stringify({ visibility }),
    );
  await sleep(BETWEEN_MS);
  return await measure(url, requests, setVisibility);
}

async function measure(
  url: URL,
  requests: readonly Buffer[],
  setVisibility: (visibility: Visibility) => Promise<string>,
): Promise<BenchRow[]> {
  /** Null while a switch is under way: both answers are right. */
  let current: Visibility | null = 'public';
  let switched = 0;
  const [stale, rates, tookMs]: [number[], number[], number[]] = [[], [], []];
  const statuses = new Map<number, number>();
  const reader = await openReader(url, requests, () => {
    const [began, since] = [current, switched];
    return (status) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const isJudged = began !== null && began === current && since === switched;
      if (isJudged && status !== (began === 'public' ? 200 : 404)) stale.push(status);
    };
  });
  try {
    for (let change = 0; change < SWITCHES; change += 1) {
      const [startedAt, answers] = [performance.now(), reader.answers()];
      await sleep(BETWEEN_MS);
      rates.push((reader.answers() - answers) / ((performance.now() - startedAt) / 1000));
      const to = change % 2 === 0 ? 'private' : 'public';
      current = null;
      const askedAt = performance.now();
      await setVisibility(to);
      tookMs.push(performance.now() - askedAt);
      switched += 1;
      current = to;
    }
    await sleep(BETWEEN_MS);
  } finally {
    reader.stop();
  }
  const counts = [...statuses].map(([status, reads]) => `${String(reads)} × ${String(status)}`);
  const rateRow = (name: string, visibility: Visibility): BenchRow => {
    const ours = rates.filter((_, index) => (index % 2 === 0) === (visibility === 'public'));
    return {
      ...explain(name, '1/s', ours),
      target: `≥ ${String(READS_PER_SECOND)}`,
      pass: median(ours) >= 0.97 * READS_PER_SECOND,
    };
  };
  return [
    {
      name: `stale renditions in ${String(SWITCHES)} switches (${counts.join(', ')})`,
      unit: 'answers',
      ours: [stale.length],
      baseline: [],
      ratio: stale.length,
      target: '0',
      pass: stale.length === 0 && [...statuses.keys()].every((one) => one === 200 || one === 404),
    },
    rateRow('reads meanwhile, of the public image', 'public'),
    rateRow('reads meanwhile, refused', 'private'),
    explain('a switch meanwhile', 'ms', tookMs),
  ];
}

/** Begins reads at a steady pace, each on an idle connection. `begin` returns what takes the status of its answer. */
async function openReader(
  url: URL,
  requests: readonly Buffer[],
  begin: () => (status: number) => void,
) {
  let [answers, begun, isOpen] = [0, 0, true];
  const idle: (() => void)[] = [];
  const sockets: Socket[] = [];
  for (let index = 0; index < CONNECTIONS; index += 1) {
    let end: ((status: number) => void) | null = null;
    const next = (): Buffer => {
      end = begin();
      begun += 1;
      return requests[begun % requests.length] ?? Buffer.alloc(0);
    };
    const onAnswer = (status: number, ask: () => void): void => {
      answers += 1;
      end?.(status);
      if (isOpen) idle.push(ask);
    };
    sockets.push(await keepAsking(url, next, onAnswer));
  }
  let dueAt = performance.now();
  const timer = setInterval(() => {
    // Reads that no connection was idle for are made up soon, or never.
    dueAt = Math.max(dueAt, performance.now() - BACKLOG_MS);
    for (; dueAt < performance.now() && idle.length > 0; dueAt += 1000 / READS_PER_SECOND) {
      idle.pop()?.();
    }
  }, TICK_MS);
  return {
    answers: () => answers,
    stop: (): void => {
      isOpen = false;
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

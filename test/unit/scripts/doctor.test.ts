import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkAddress } from '../../../scripts/doctor/check-address.ts';
import { checkBindings } from '../../../scripts/doctor/check-bindings.ts';
import { checkSettings } from '../../../scripts/doctor/check-settings.ts';
import { checkState, type Site } from '../../../scripts/doctor/check-state.ts';
import { describeFinding, type Finding } from '../../../scripts/doctor/finding.ts';
import type { State } from '../../../scripts/doctor/read-state.ts';
import { readWranglerConfig } from '../../../scripts/support/wrangler-config.ts';

const SECRETS = { KEY_RING: `k1:${'A'.repeat(43)}` };
const VARS = {
  PUBLIC_BASE_URL: 'https://img.example.org',
  METRICS_TOKEN: 'token',
  PURGE_TARGET: 'zone',
  PURGE_ZONE_ID: 'zone',
};
const DEPLOYED: Readonly<Record<string, string>> = { KEY_RING: 'set', PURGE_ZONE_API_TOKEN: 'set' };

/** Findings that are not ok, as `broken cron`. */
const faultsOf = (findings: readonly Finding[]): string[] =>
  findings
    .filter(({ health }) => health !== 'ok')
    .map(({ health, subject }) => `${health} ${subject}`);

const judgeSettings = (
  vars: Readonly<Record<string, string>>,
  { isRemote = true, secrets = DEPLOYED } = {},
): string[] => faultsOf(checkSettings({ isRemote, vars: { ...VARS, ...vars }, secrets }).findings);

describe('the settings', () => {
  it('of a deployment on a domain, with a token and a receiver of purges, are ok', () => {
    expect(judgeSettings({})).toEqual([]);
  });

  it.each([
    ['domain', { PUBLIC_BASE_URL: '', PURGE_TARGET: 'webhook' }, 'broken settings'],
    ['domain', { PUBLIC_BASE_URL: 'http://img.example.org' }, 'attention domain'],
    ['edge cache', { PUBLIC_BASE_URL: 'https://tintype.ada.workers.dev' }, 'attention domain'],
    ['token', { METRICS_TOKEN: '' }, 'attention metrics'],
    ['receiver', { PURGE_TARGET: 'none' }, 'attention purges'],
    ['number', { UPLOAD_PART_SLOW_MS: 'soon' }, 'broken settings'],
  ])('of a deployment without the right %s are not', (_, vars, fault) => {
    expect(judgeSettings(vars)).toEqual([fault]);
  });

  it('of a deployment without an address of its own need attention', () => {
    expect(judgeSettings({ PUBLIC_BASE_URL: '', PURGE_TARGET: 'none' })).toEqual([
      'attention domain',
      'attention purges',
    ]);
  });

  it('name a missing secret, and a value out of range', () => {
    const vars = { ...VARS, METRICS_MAX_COUNT: '0' };
    const [finding] = checkSettings({ isRemote: true, vars, secrets: {} }).findings;
    expect(finding?.text).toMatch(
      /KEY_RING: is missing.*METRICS_MAX_COUNT: must be a whole number/u,
    );
  });

  it('of a local service need no domain, but a key ring that can be read', () => {
    const local = { ...VARS, PUBLIC_BASE_URL: '', PURGE_TARGET: 'none', METRICS_TOKEN: '' };
    expect(judgeSettings(local, { isRemote: false, secrets: SECRETS })).toEqual([]);
    expect(judgeSettings(local, { isRemote: false, secrets: { KEY_RING: 'k1:short' } })).toEqual([
      'broken settings',
    ]);
  });
});

describe('the bindings', () => {
  const config = readWranglerConfig();

  it('of the repository are ok', () => {
    expect(faultsOf(checkBindings(config))).toEqual([]);
  });

  it('that are missing are named', () => {
    const { images: _, ...poor } = {
      ...config,
      kv_namespaces: [],
      durable_objects: { bindings: [] },
    };
    const findings = checkBindings(poor);
    expect(faultsOf(findings)).toEqual(['broken bindings', 'attention bindings']);
    expect(findings[0]?.text).toContain('CACHE, RATE_LIMITER');
  });

  it('need a consumer for each queue, and a cron that runs every minute', () => {
    const consumers =
      config.queues?.consumers?.filter(({ queue }) => queue !== 'tintype-avif') ?? [];
    const queues = { ...config.queues, consumers };
    const findings = checkBindings({ ...config, queues, triggers: { crons: ['0 * * * *'] } });
    expect(findings.map(({ text }) => text)).toEqual([
      'nothing consumes the queues tintype-avif',
      'the cron does not run every minute',
    ]);
  });
});

const NOW = 1_800_000_000_000;
const GIBIBYTE = 1024 ** 3;
const RUN = {
  startedAt: NOW - 31_000,
  endedAt: NOW - 30_000,
  parts: [{ part: 'record_day', endedAt: NOW - 30_000, tookMs: 5, isOk: true, succeededAt: NOW }],
};
const STATE = {
  uploads: [],
  jobs: [
    { label: 'queued publish', count: 2, oldest: NOW - 10_000 },
    { label: 'failed publish', count: 0, oldest: null },
  ],
  events: ['purge', 'erase', 'account'].map((label) => ({ label, count: 1, oldest: NOW - 60_000 })),
  run: RUN,
  tasks: [{ name: 'some_task', position: 1000, doneAt: null }],
  totals: { storageUsed: GIBIBYTE, storageReserved: 0 } as State['totals'],
  sizeBytes: 1_000_000,
  publicPath: null,
} satisfies State;
const SITE = {
  isRemote: true,
  nowMs: NOW,
  config: {
    PURGE_TARGET: 'zone',
    STORAGE_CAPACITY_BYTES: 10 * GIBIBYTE,
    STORAGE_SOFT_PRESSURE_PERCENT: 80,
  },
} satisfies Site;

const judgeState = (state: Partial<State>, site: Partial<Site> = {}): string[] =>
  faultsOf(checkState({ ...STATE, ...state }, { ...SITE, ...site }));

const waiting = (label: string, seconds: number) => ({
  label,
  count: 1,
  oldest: NOW - seconds * 1000,
});

describe('the state', () => {
  it('of a healthy site is ok', () => {
    expect(judgeState({})).toEqual([]);
    expect(judgeState({}, { config: null })).toEqual([]);
  });

  it.each<[string, Partial<State>, string]>([
    ['a failed publication', { jobs: [waiting('failed publish', 1)] }, 'attention publications'],
    ['a late publication', { jobs: [waiting('queued avif', 301)] }, 'attention publications'],
    ['a late purge', { events: [waiting('purge', 601)] }, 'attention outbox'],
    ['a late erasure', { events: [waiting('erase', 3601)] }, 'attention outbox'],
    ['a frozen account', { events: [waiting('account', 301)] }, 'attention outbox'],
    ['a cron that never ran', { run: null }, 'broken cron'],
    ['a cron that stopped', { run: { ...RUN, endedAt: NOW - 301_000 } }, 'broken cron'],
    [
      'a part of the cron that failed',
      { run: { ...RUN, parts: RUN.parts.map((part) => ({ ...part, isOk: false })) } },
      'attention cron',
    ],
    [
      'storage nearly taken',
      { totals: { ...STATE.totals, storageReserved: 6 * GIBIBYTE } },
      'attention storage',
    ],
    [
      'storage taken',
      { totals: { ...STATE.totals, storageReserved: 7 * GIBIBYTE } },
      'broken storage',
    ],
    ['a large database', { sizeBytes: 8_000_000_001 }, 'attention database size'],
  ])('with %s is not', (_, state, fault) => {
    expect(judgeState(state)).toEqual([fault]);
  });

  it('forgives purges that have no receiver, and a local cron while nothing is served', () => {
    const config = { ...SITE.config, PURGE_TARGET: 'none' } as const;
    expect(judgeState({ events: [waiting('purge', 86_400)] }, { config })).toEqual([]);
    expect(judgeState({ run: null }, { isRemote: false })).toEqual(['attention cron']);
  });
});

describe('the address', () => {
  const serve = async (listener: RequestListener): Promise<string> => {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  };
  const judge = async (url: string, isGiven = true): Promise<string[]> =>
    faultsOf(await checkAddress({ url, isGiven, publicPath: '/i/abc.webp' }));
  const answerView = (status: number, caching: string) =>
    serve(({ url }, response) => {
      if (url === '/ready') response.end('{"status":"ready"}');
      else response.writeHead(status, { 'Cache-Control': caching }).end();
    });

  it('that is ready and serves a public link is ok', async () => {
    expect(await judge(await answerView(200, 'public, max-age=600'))).toEqual([]);
  });

  it('that serves no public link, or none for caches, is not', async () => {
    expect(await judge(await answerView(404, 'no-store'))).toEqual(['broken public link']);
    expect(await judge(await answerView(200, 'no-store'))).toEqual(['attention public link']);
  });

  it('that ends the connection of a public link is not', async () => {
    const url = await serve(({ url: path }, response) => {
      if (path === '/ready') response.end('{"status":"ready"}');
      else response.destroy();
    });
    expect(await judge(url)).toEqual(['broken public link']);
  });

  it('that is not ready says why', async () => {
    const url = await serve((_, response) => response.writeHead(503).end('unapplied migration'));
    const [finding] = await checkAddress({ url, isGiven: true, publicPath: '/i/abc.webp' });
    expect(finding).toMatchObject({ health: 'broken', subject: 'address' });
    expect(finding?.text).toContain('unapplied migration');
  });

  it('that does not answer is broken if somebody named it', async () => {
    const dead = 'http://127.0.0.1:9';
    expect(await judge(dead)).toEqual(['broken address']);
    expect(await judge(dead, false)).toEqual(['attention address']);
  });
});

it('a finding has its advice on a line of its own', () => {
  expect(
    describeFinding({ health: 'broken', subject: 'cron', text: 'never', advice: 'Run it.' }),
  ).toBe('broken     cron           never\n                          Run it.');
});

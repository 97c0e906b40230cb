import { inspectRoutes } from 'hono/dev';
import { beforeAll, expect, it } from 'vitest';
import { createApp } from '../../../../src/worker/http/app.ts';
import { statement, runBatch, readRows } from '../../../support/sql.ts';
import type { TestWorker } from '../../../support/worker.ts';
import { CALLERS, type Caller } from './callers.ts';
import { gatherCast, lapsedWorker, lateWorker, legacyWorker, worker, type Cast } from './cast.ts';
import { deriveOperations } from './derive-operations.ts';
import { SPECIAL_OPERATIONS, type Ask, type Operation } from './operations.ts';
import { codeFor } from './rule.ts';

// The matrix of permissions: every mounted route by every kind of caller.
// Scopes derive from the API document: the fixed lists of open operations, and of what API keys may do, in
// `api-document.test.ts` make them sound.

const derived = await deriveOperations();

const OPERATIONS: Readonly<Record<string, Operation>> = {
  ...derived,
  ...Object.fromEntries(
    Object.entries(SPECIAL_OPERATIONS).map(([name, operation]) => [
      name,
      { keyScope: derived[name]?.keyScope, ...operation },
    ]),
  ),
};

/** Catch-all routes: they refuse the method for every caller. */
const REFUSING = ['ALL /a/*', 'ALL /i/*', 'ALL /p/*', 'ALL /r/*', 'ALL /s/*'];

/** Pages for every caller: the frame of a captcha, a redirect, and a deletion by the right that its address holds. */
const BESIDE_PAGES = ['GET /d/', 'POST /d/', 'GET /captcha/:provider', 'POST /share'];

const WORKERS = [worker, legacyWorker, lateWorker, lapsedWorker];

const routeOf = (name: string): string => name.replace(/ \(.*/u, '');

let lasting: Cast;
let tables: readonly string[];

beforeAll(async () => {
  lasting = await gatherCast();
  tables = await listTables();
});

it('the matrix of permissions has 58 kinds of callers and a request for every mounted route', () => {
  const mounted = inspectRoutes(createApp())
    .filter(({ isMiddleware, method }) => !isMiddleware && method !== 'OPTIONS')
    .map(({ method, path }) => `${method} ${path}`);
  const known = [...Object.keys(OPERATIONS).map(routeOf), ...REFUSING, ...BESIDE_PAGES];
  expect([...new Set(known)].toSorted()).toEqual(mounted.toSorted());
  expect(Object.keys(CALLERS)).toHaveLength(58);
});

it.each(Object.keys(OPERATIONS))('%s answers each caller by the rule', async (name) => {
  const operation = OPERATIONS[name];
  if (operation === undefined) throw new Error('no such operation');
  const cast = operation.spendsSessions === true ? await gatherCast() : lasting;
  const isWrite = !name.startsWith('GET ');
  const expected = mapValues(CALLERS, (caller) => codeFor(caller, operation, isWrite));
  const calls: { readonly kind: string; readonly send: () => Promise<number> }[] = [];
  for (const [kind, caller] of Object.entries(CALLERS)) {
    const isSpent = isWrite && expected[kind] === 0;
    calls.push({ kind, send: await prepareCall(name, operation, cast, caller, isSpent) });
  }
  const isRefused = ({ kind }: { kind: string }): boolean => expected[kind] !== 0;
  const seen: Record<string, number> = {};
  await settle();
  const before = await readState();
  for (const { kind, send } of calls.filter(isRefused)) seen[kind] = await send();
  expect(seen).toEqual(Object.fromEntries(Object.entries(expected).filter(([, code]) => code > 0)));
  await settle();
  expect(await readState()).toEqual(before);
  for (const { kind, send } of calls) seen[kind] ??= await send();
  expect(seen).toEqual(expected);
});

/** Makes the requested resource; the request is sent by the result. */
async function prepareCall(
  name: string,
  operation: Operation,
  cast: Cast,
  caller: Caller,
  isSpent: boolean,
): Promise<() => Promise<number>> {
  const [method = '', template = ''] = routeOf(name).split(' ');
  const isolate = isolateOf(caller, operation);
  const self = caller.self(cast);
  const headers = caller.headers(cast);
  const owner = caller.role === 'scheduled' ? cast.scheduled : cast.user;
  const nowMs = isolate.clock.now();
  const scene = { cast, caller, headers, self, owner, isSpent, nowMs };
  const ask = (await operation.ask?.(scene)) ?? {};
  const { path = template } = ask;
  const init = { method, ...toBody(ask) };
  return async () =>
    readCode(
      await isolate.fetch(path, {
        ...init,
        headers: {
          ...headers,
          ...(ask.json === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...ask.headers,
        },
      }),
    );
}

function isolateOf({ isLate }: Caller, { isLegacy }: Operation): TestWorker {
  if (isLate !== null) return isLate === 'session' ? lateWorker : lapsedWorker;
  return isLegacy === true ? legacyWorker : worker;
}

function toBody({ json, bytes }: Ask): Pick<RequestInit, 'body'> {
  if (bytes !== undefined) return { body: bytes };
  return json === undefined ? {} : { body: JSON.stringify(json) };
}

/** The code of a response, whatever its status; 0 for a success without an envelope. */
async function readCode(response: Response): Promise<number> {
  const text = await response.text();
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json') === true;
  if (response.ok && !isJson) return 0;
  const { code } = JSON.parse(text) as { code?: number };
  return code ?? (response.ok ? 0 : -1);
}

async function settle(): Promise<void> {
  for (const each of WORKERS) await each.settle();
}

async function listTables(): Promise<string[]> {
  const rows = await readRows<{ name: string }>(
    worker.services.db,
    statement(
      `SELECT name FROM sqlite_master
       WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'
         AND name <> 'view_flushes'`,
    ),
  );
  return rows.map(({ name }) => name);
}

/** What a flush of views writes, which earlier calls may have counted. */
const FLUSHED = new Set(['view_count', 'views']);

/** All rows without views, the keys and checksums of all objects, and the user's API keys. */
async function readState() {
  const selects = tables.map((table) => statement(`SELECT * FROM ${table}`));
  const rows = await runBatch(worker.services.db, selects);
  const { objects } = await worker.env.BUCKET.list();
  const apiKeys = await worker.services.apiKeys.listApiKeys(lasting.user.userId);
  return {
    apiKeys: apiKeys.map(({ keyId, start }) => `${keyId} ${start}`),
    rows: Object.fromEntries(tables.map((table, index) => [table, rows[index]?.map(withoutViews)])),
    objects: objects.map(({ key, etag }) => `${key} ${etag}`),
  };
}

function withoutViews(row: unknown): unknown {
  const fields = Object.entries(row instanceof Object ? row : {});
  return Object.fromEntries(fields.filter(([name]) => !FLUSHED.has(name)));
}

function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
}

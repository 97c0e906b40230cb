import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { ALERTS } from '../../scripts/monitoring/alerts.ts';
import { writeAlerts } from '../../scripts/monitoring/write-alerts.ts';
import { prepareUpload, uploadClient } from '../support/uploads.ts';
import { takePhotograph, writeAs } from '../unit/imaging/fixtures/sharp-images.ts';
import { describeRuleTest, RULE_CASES } from './support/alert-cases.ts';
import { startBundledServer, type BundledServer } from './support/bundled-server.ts';
import { findPort } from './support/find-port.ts';
import { findProgram } from './support/find-program.ts';
import { openDatabase } from './support/insert-person.ts';
import { startPrometheus, type Prometheus } from './support/prometheus.ts';
import { signIn } from './support/sign-in.ts';

const MONITORING = join(import.meta.dirname, '..', '..', 'docs', 'monitoring');
const PATIENT = { timeout: 60_000, interval: 500 };
const VARS = {
  COUNTER_GATHER_MS: '100',
  PUBLIC_BASE_URL: 'http://localhost',
  PURGE_TARGET: 'webhook',
  // Nobody listens there.
  PURGE_WEBHOOK_URL: 'http://127.0.0.1:9/purge',
  PURGE_WEBHOOK_SECRET: 'secret of the tests',
  // 70.4 MiB of them for new uploads, of which each reserves 32.
  STORAGE_CAPACITY_BYTES: String(88 * 1024 ** 2),
};

const prometheusPath = findProgram('prometheus') ?? '';
const promtoolPath = findProgram('promtool') ?? '';
const areInstalled = prometheusPath !== '' && promtoolPath !== '';
if (!areInstalled)
  console.warn('There is no prometheus: the tests of docs/monitoring are skipped.');

const folder = mkdtempSync(join(tmpdir(), 'tintype-monitoring-'));
const running: Pick<BundledServer, 'stop'>[] = [];
let prometheus: Prometheus;
let server: BundledServer;
let bearer: string;

/** The alerts as they are, without their patience. */
const impatientRules = writeAlerts(ALERTS.map((alert) => ({ ...alert, holds: '0s' })));

afterAll(async () => {
  await Promise.all(running.map(({ stop }) => stop()));
  rmSync(folder, { recursive: true, force: true });
});

const send = (
  method: string,
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  type = 'application/json',
): Promise<Response> =>
  fetch(`${server.baseUrl}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': type },
    body,
  });

const failSignIn = (): Promise<Response> =>
  send('POST', '/auth/login', JSON.stringify({ username: 'nobody', password: 'wrong password' }));

const uploadImage = async (): Promise<{ readonly id: number; readonly url: string }> => {
  const photograph = takePhotograph({ width: 300, height: 200 });
  const body = new Uint8Array(await writeAs(photograph, 'image/png'));
  const answer = await send('POST', '/upload?visibility=public', body, 'image/png');
  const { data } = (await answer.json()) as { data: { id: number; url: string } };
  return data;
};

const promtool = (args: readonly string[], input = '') => {
  const { status, stdout, stderr } = spawnSync(promtoolPath, args, { input, encoding: 'utf8' });
  return { status, output: stdout + stderr };
};

const isFiring = (alert: string) =>
  expect.poll(() => prometheus.firing(), { ...PATIENT, message: alert });

describe.skipIf(!areInstalled)('a Prometheus that scrapes a started server', () => {
  it('fires while the server is not there, and no longer once it is', async () => {
    const port = await findPort();
    const baseUrl = `http://localhost:${String(port)}`;
    prometheus = await startPrometheus(prometheusPath, { baseUrl, rules: impatientRules });
    running.push(prometheus);
    await isFiring('TintypeScrapeMissing').toEqual(['TintypeScrapeMissing']);
    server = await startBundledServer(inject('bundleFolder'), { port, vars: () => VARS });
    running.push(server);
    await isFiring('TintypeScrapeMissing').not.toContain('TintypeScrapeMissing');
  });

  it('fires while the cron does not run, and no longer once it does', async () => {
    await isFiring('TintypeCronStopped').toContain('TintypeCronStopped');
    await server.runCron();
    await isFiring('TintypeCronStopped').not.toContain('TintypeCronStopped');
  });

  it('has data for every query of the dashboard, in a format without a fault', async () => {
    bearer = await signIn(server);
    const { url } = await uploadImage();
    const dashboard = readFileSync(join(MONITORING, 'dashboard.json'), 'utf8');
    const { panels } = JSON.parse(dashboard) as {
      readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
    };
    const queries = panels
      .flatMap(({ targets = [] }) => targets)
      .map(({ expr }) =>
        expr
          .replaceAll('$instance', new URL(server.baseUrl).host)
          .replaceAll('$__rate_interval', '20s'),
      );
    expect(queries.length).toBeGreaterThan(30);
    const findEmpty = async () => {
      await (await fetch(url.replace(VARS.PUBLIC_BASE_URL, server.baseUrl))).arrayBuffer();
      await failSignIn();
      const results = await Promise.all(queries.map((query) => prometheus.query(query)));
      return queries.filter((_, index) => results[index]?.length === 0);
    };
    await expect.poll(findEmpty, PATIENT).toEqual([]);
    const text = await (await fetch(`${server.baseUrl}/metrics`)).text();
    expect(promtool(['check', 'metrics'], text)).toEqual({ status: 0, output: '' });
  });

  it('takes every expression of the alerts', async () => {
    for (const { expression } of ALERTS) {
      expect(await prometheus.query(expression), expression).toBeInstanceOf(Array);
    }
  });

  it('has the series by which each alert fires, and no other', async () => {
    expect(Object.keys(RULE_CASES)).toEqual(ALERTS.map(({ name }) => name));
    const scraped = await prometheus.query('{__name__=~"tintype_.+"}');
    const path = join(folder, 'alerts.test.json');
    writeFileSync(path, describeRuleTest(join(MONITORING, 'alerts.yml'), scraped));
    expect(promtool(['test', 'rules', path])).toMatchObject({ status: 0 });
  });

  it('fires while the purge target is down', async () => {
    const { id } = await uploadImage();
    const path = `/images/${String(id)}/visibility`;
    const answer = await send('PATCH', path, JSON.stringify({ visibility: 'private' }));
    expect(answer.status).toBe(200);
    await server.runCron();
    const database = openDatabase(server);
    const aged = database.prepare(
      "UPDATE outbox_events SET created_at = created_at - 700000 WHERE kind = 'purge' AND attempts > 0",
    );
    // As if eleven minutes had passed since the failed attempt.
    await expect.poll(() => aged.run().changes, PATIENT).toBe(1);
    database.close();
    await isFiring('TintypePurgesLate').toContain('TintypePurgesLate');
  });

  it('fires while the bucket does not store what is uploaded', async () => {
    const client = uploadClient(
      { fetch: (path, init) => fetch(server.baseUrl + path, init) },
      { bearer },
    );
    const { manifest, bodies } = await prepareUpload();
    const { data } = await client.create(manifest);
    const blobs = join(server.persistTo, 'v3', 'r2', 'tintype', 'blobs');
    renameSync(blobs, `${blobs}-away`);
    writeFileSync(blobs, '');
    const fail = async (): Promise<readonly string[]> => {
      expect(await client.put(data.upload_id, 'master', bodies.master)).toMatchObject({
        status: 500,
      });
      return prometheus.firing();
    };
    await expect.poll(fail, PATIENT).toContain('TintypeBucketFailing');
    expect(await prometheus.firing()).toContain('TintypeErrors');
    rmSync(blobs);
    renameSync(`${blobs}-away`, blobs);
    expect(await client.put(data.upload_id, 'master', bodies.master)).toMatchObject({
      status: 200,
    });
  });

  it('fires while the storage for new uploads is nearly taken', async () => {
    // The second upload with that of the test before.
    const client = uploadClient(
      { fetch: (path, init) => fetch(server.baseUrl + path, init) },
      { bearer },
    );
    const { manifest } = await prepareUpload();
    const { data } = await client.create(manifest);
    await isFiring('TintypeStorageFull').toContain('TintypeStorageFull');
    await client.cancel(data.upload_id);
    await isFiring('TintypeStorageFull').not.toContain('TintypeStorageFull');
  });

  it('fires while many sign-ins are refused', async () => {
    const alert = 'TintypeSignInFailures';
    // A counter that begins between two scrapes has no rate yet, so they go on.
    const attack = async () => {
      for (let attempt = 0; attempt < 20; attempt += 1) await failSignIn();
      return prometheus.firing();
    };
    await expect.poll(attack, { ...PATIENT, message: alert }).toContain(alert);
  });
});

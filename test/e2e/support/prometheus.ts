import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPort } from './find-port.ts';
import { launchProgram, stopGroup } from './server.ts';

const LOOPBACK = '127.0.0.1';

export interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Prometheus {
  /** An instant vector, without NaN. @throws {Error} with Prometheus' text when the expression is invalid. */
  query(expression: string): Promise<Series[]>;
  /** Names of the firing alerts. */
  firing(): Promise<string[]>;
  stop(): Promise<void>;
}

/** Scrapes `/metrics` of a server each second, and judges the rules as often. */
export const startPrometheus = async (
  program: string,
  { baseUrl, rules }: { readonly baseUrl: string; readonly rules: string },
): Promise<Prometheus> => {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-prometheus-'));
  const address = `${LOOPBACK}:${String(await findPort(LOOPBACK))}`;
  writeFileSync(join(folder, 'alerts.yml'), rules);
  writeFileSync(join(folder, 'prometheus.yml'), describeScrape(new URL(baseUrl).host));
  const running = launchProgram(
    program,
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
    ],
    {},
    folder,
  );
  const ask = async (path: string): Promise<unknown> => {
    const answer = await fetch(`http://${address}/api/v1/${path}`);
    const { data, error } = (await answer.json()) as { data?: unknown; error?: string };
    if (error !== undefined) throw new Error(error);
    return data;
  };
  let hasEnded = false;
  void running.ended.finally(() => {
    hasEnded = true;
  });
  while (!(await isReady(address))) {
    if (hasEnded) throw new Error(`Prometheus did not start:\n${running.output()}`);
    await sleep(100);
  }
  return {
    query: async (expression) => {
      const { result } = (await ask(`query?query=${encodeURIComponent(expression)}`)) as {
        readonly result: readonly { metric: Series['metric']; value: readonly [number, string] }[];
      };
      return result
        .map(({ metric, value: [, text] }) => ({
          metric,
          value: Number(text.replace('Inf', 'Infinity')),
        }))
        .filter(({ value }) => !Number.isNaN(value));
    },
    firing: async () => {
      const { alerts } = (await ask('alerts')) as {
        readonly alerts: readonly { state: string; labels: { alertname: string } }[];
      };
      return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
    },
    stop: async () => {
      await stopGroup(running);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const isReady = (address: string): Promise<boolean> =>
  fetch(`http://${address}/-/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

/** YAML takes JSON. */
const describeScrape = (target: string): string =>
  JSON.stringify({
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: ['alerts.yml'],
    scrape_configs: [{ job_name: 'tintype', static_configs: [{ targets: [target] }] }],
  });

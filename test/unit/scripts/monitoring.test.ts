import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALERTS } from '../../../scripts/monitoring/alerts.ts';
import { ROWS } from '../../../scripts/monitoring/panels.ts';
import { metricsOf, promql } from '../../../scripts/monitoring/promql.ts';
import { writeAlerts } from '../../../scripts/monitoring/write-alerts.ts';
import { writeDashboard } from '../../../scripts/monitoring/write-dashboard.ts';
import { METRICS } from '../../../src/worker/domain/metrics/catalogue.ts';
import { findProgram } from '../../e2e/support/find-program.ts';

const DOCS = join(import.meta.dirname, '..', '..', '..', 'docs');
const read = (...path: readonly string[]): string => readFileSync(join(DOCS, ...path), 'utf8');

const promtool = findProgram('promtool');
if (promtool === undefined) console.warn('There is no promtool: the alert rules are not checked.');

describe('docs/monitoring', () => {
  it('is written by npm run docs', () => {
    expect(read('monitoring', 'alerts.yml')).toBe(writeAlerts());
    expect(read('monitoring', 'dashboard.json')).toBe(writeDashboard());
  });

  it('shows every metric of the catalogue', () => {
    const expressions = ROWS.flatMap(({ panels }) =>
      panels.flatMap(({ queries }) => queries.map(({ expression }) => expression)),
    );
    const shown = new Set(
      expressions
        .flatMap(metricsOf)
        .map((name) => name.replace(/(_duration_seconds)_(?:bucket|sum|count)$/u, '$1')),
    );
    const hidden = new Set(['tintype_cron_part_last_run_timestamp_seconds']);
    expect(Object.keys(METRICS).filter((name) => !hidden.has(name) && !shown.has(name))).toEqual(
      [],
    );
  });

  it.skipIf(promtool === undefined)('has rules that promtool accepts', () => {
    const path = join(DOCS, 'monitoring', 'alerts.yml');
    const { status, stdout } = spawnSync(promtool ?? '', ['check', 'rules', path], {
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, expect.stringContaining(`${ALERTS.length} rules found`)]);
  });
});

describe('an expression', () => {
  it('that names a metric which does not exist is refused', () => {
    expect(() => promql`rate(tintype_requests_total[5m])`).toThrow('tintype_requests_total');
    expect(() => promql`tintype_http_request_duration_seconds`).toThrow('no such metric');
    expect(() => promql`tintype_users_bucket`).toThrow('no such metric');
    expect(promql`sum(
      tintype_users)`).toBe('sum( tintype_users)');
  });
});

describe('an alert', () => {
  const headings = read('operations.md').split(/^#+ /mu);

  it.each(ALERTS.map(({ name }) => name))('%s has a paragraph in docs/operations.md', (name) => {
    const paragraph = headings.find((text) => text.startsWith(`${name}\n`)) ?? '';
    expect(paragraph.length).toBeGreaterThan(100);
  });

  it('stands in the document only if it exists', () => {
    const named = headings.map((text) => /^Tintype[A-Z]\w+/u.exec(text)?.[0]);
    const known = new Set(ALERTS.map(({ name }) => name));
    expect(named.filter((name) => name !== undefined && !known.has(name))).toEqual([]);
  });
});

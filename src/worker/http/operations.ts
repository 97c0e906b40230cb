import type { Next } from 'hono';
import { DomainError } from '../domain/errors.ts';
import { collectMetrics } from '../domain/metrics/collect-metrics.ts';
import { parseBearer } from '../lib/bearer.ts';
import { isSameSecret } from '../lib/constant-time.ts';
import type { AppContext } from './env.ts';
import { requireReadiness } from './middleware/readiness.ts';
import { EXPOSITION_TYPE, writeExposition } from './prometheus.ts';
import { createRouter } from './router.ts';

/** /health always answers; /ready asks the database and the cache each time; /metrics is for Prometheus. */
export const operations = createRouter();

operations.get('/health', (c) => c.json({ status: 'ok' }));

operations.get('/ready', async (c) => {
  const { bootGate, directory, cache } = c.env.services;
  await bootGate.probe(directory, cache);
  return c.json({ status: 'ready' });
});

operations.get('/metrics', requireMetricsToken, requireReadiness, async (c) => {
  const metrics = await collectMetrics(c.env.services);
  return c.body(writeExposition(metrics), 200, { 'Content-Type': EXPOSITION_TYPE });
});

async function requireMetricsToken(c: AppContext, next: Next): Promise<void> {
  const { METRICS_TOKEN } = c.env.services.config;
  if (
    METRICS_TOKEN !== '' &&
    !(await isSameSecret(parseBearer(c.req.raw.headers.get('Authorization')) ?? '', METRICS_TOKEN))
  ) {
    throw new DomainError('sign_in_required');
  }
  await next();
}

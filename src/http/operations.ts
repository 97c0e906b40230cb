import type { MiddlewareHandler } from 'hono';
import { DomainError } from '../domain/errors.ts';
import { collectMetrics } from '../domain/metrics/collect-metrics.ts';
import { isSameSecret } from '../lib/constant-time.ts';
import type { AppEnv } from './env.ts';
import { readiness } from './middleware/readiness.ts';
import { readBearer } from './middleware/session.ts';
import { EXPOSITION_TYPE, writeExposition } from './prometheus.ts';
import { createRouter } from './router.ts';

/** /health answers always; /ready asks the database and the cache anew; /metrics is for Prometheus. */
export const operations = createRouter();

operations.get('/health', (c) => c.json({ status: 'ok' }));

operations.get('/ready', async (c) => {
  const { bootGate, db, cache } = c.env.services;
  await bootGate.probe(db, cache);
  return c.json({ status: 'ready' });
});

/** With `METRICS_TOKEN` set, only its bearer may look. */
const requireMetricsToken: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { METRICS_TOKEN } = c.env.services.config;
  if (METRICS_TOKEN !== '' && !(await isSameSecret(readBearer(c) ?? '', METRICS_TOKEN))) {
    c.header('WWW-Authenticate', 'Bearer');
    throw new DomainError('sign_in_required');
  }
  await next();
};

operations.get('/metrics', requireMetricsToken, readiness, async (c) => {
  const metrics = await collectMetrics(c.env.services);
  return c.body(writeExposition(metrics), 200, { 'Content-Type': EXPOSITION_TYPE });
});

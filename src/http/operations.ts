import { createRouter } from './router.ts';
import { readiness } from './middleware/readiness.ts';

/** /health answers always; /ready asks the database and the cache anew. */
export const operations = createRouter();

operations.get('/health', (c) => c.json({ status: 'ok' }));

operations.get('/ready', async (c) => {
  const { bootGate, db, cache } = c.env.services;
  await bootGate.probe(db, cache);
  return c.json({ status: 'ready' });
});

operations.use('/metrics', readiness);

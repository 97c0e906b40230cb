import { describe, expect, it } from 'vitest';
import { InjectedFault, type BindingCall, type Interceptor } from '../../support/instrument.ts';
import { createTestWorker } from '../../support/worker.ts';

const failing =
  (wanted: Partial<BindingCall>): Interceptor =>
  async (call, proceed) => {
    if (call.binding === wanted.binding) throw new InjectedFault('unreachable');
    return proceed();
  };

describe('the Worker', () => {
  it('answers /health with status ok, even without a database', async () => {
    const worker = createTestWorker({ intercept: failing({ binding: 'DB' }) });
    const response = await worker.fetch('/health');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'ok' });
  });

  it('answers /ready once the database and the cache answer', async () => {
    const response = await createTestWorker().fetch('/ready');
    expect(response.status).toBe(200);
  });

  it.each([
    ['DB', 1001],
    ['CACHE', 1002],
  ])('answers /ready and the API with 503 while %s is unreachable', async (binding, code) => {
    const worker = createTestWorker({ intercept: failing({ binding }) });
    for (const path of ['/ready', '/api/v1/openapi.json']) {
      const response = await worker.fetch(path);
      expect(response.status).toBe(503);
      expect(response.headers.get('Retry-After')).toMatch(/^\d+$/u);
      const body = await response.text();
      expect(JSON.parse(body)).toMatchObject({ code });
      // The message of the binding is for the log alone.
      expect(body).not.toContain(InjectedFault.name);
      expect(body).not.toContain('unreachable');
    }
  });
});

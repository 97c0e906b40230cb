import { describe, expect, it } from 'vitest';
import { createApp } from '../../../src/http/app.ts';
import { describeApi } from '../../../src/http/openapi.ts';
import { createTestWorker } from '../../support/worker.ts';

describe('the description of the API', () => {
  it('is JSON under its address, and HTML under its page', async () => {
    const worker = createTestWorker();
    const document = await worker.fetch('/api/v1/openapi.json');
    expect(document.headers.get('Content-Type')).toBe('application/json');
    expect(await document.json()).toMatchObject({ openapi: '3.1.0' });
    const page = await worker.fetch('/api/v1/docs');
    expect(page.headers.get('Content-Type')).toContain('text/html');
  });

  it('is that of the routes of this version', async () => {
    const worker = createTestWorker();
    const made = await describeApi(createApp());
    const served = {
      document: await (await worker.fetch('/api/v1/openapi.json')).text(),
      page: await (await worker.fetch('/api/v1/docs')).text(),
    };
    expect(served).toEqual(made);
  });
});

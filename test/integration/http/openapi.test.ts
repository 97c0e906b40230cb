import { describe, expect, it, vi } from 'vitest';
import { serveApiDocument } from '../../../src/http/openapi.ts';
import { createRouter } from '../../../src/http/router.ts';
import { createTestWorker } from '../../support/worker.ts';

describe('the description of the API', () => {
  it('is made once an isolate, document and page, and not before somebody asks', async () => {
    const app = createRouter();
    const makeDocument = vi.spyOn(app, 'getOpenAPI31Document');
    const stringify = vi.spyOn(JSON, 'stringify');
    serveApiDocument(app);
    expect(makeDocument).not.toHaveBeenCalled();
    const ask = async (path: string): Promise<string> => (await app.request(path)).text();
    const first = [await ask('/api/v1/openapi.json'), await ask('/api/v1/docs')];
    const written = stringify.mock.calls.length;
    const second = [await ask('/api/v1/openapi.json'), await ask('/api/v1/docs')];
    expect(second).toEqual(first);
    expect(makeDocument).toHaveBeenCalledTimes(1);
    expect(stringify.mock.calls.length).toBe(written);
  });

  it('is JSON under its address, and HTML under its page', async () => {
    const worker = createTestWorker();
    const document = await worker.fetch('/api/v1/openapi.json');
    expect(document.headers.get('Content-Type')).toBe('application/json');
    expect(await document.json()).toMatchObject({ openapi: '3.1.0' });
    const page = await worker.fetch('/api/v1/docs');
    expect(page.headers.get('Content-Type')).toContain('text/html');
  });
});

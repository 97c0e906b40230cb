import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenLocally } from '../../../../../support/local-server.ts';

export interface Received {
  readonly authorization: string | undefined;
  readonly filename: string;
  readonly bytes: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Answers POST /api/v1/upload as the service does, and records what it got; refuses other keys than `key`. */
export const startFakeUpload = async (key: string) => {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '', 'http://localhost');
      const body = new Response(await buffer(request), {
        headers: { 'Content-Type': request.headers['content-type'] ?? '' },
      });
      const { authorization } = request.headers;
      const answer = (status: number, json: object): void => {
        response.writeHead(status, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify(json));
      };
      if (request.method !== 'POST' || url.pathname !== '/api/v1/upload') return answer(404, {});
      if (authorization !== `Bearer ${key}`) {
        return answer(401, { code: 4010, message: 'Sign in first' });
      }
      const { file, ...fields } = Object.fromEntries(await body.formData());
      if (!(file instanceof File)) return answer(400, { code: 3001, message: 'There is no file' });
      const bytes = await file.text();
      received.push({
        authorization,
        filename: file.name,
        bytes,
        fields: fields as Received['fields'],
      });
      const image = `http://images.test/i/${bytes}.webp`;
      if (url.searchParams.get('format') === 'text') {
        response.writeHead(201, { 'Content-Type': 'text/plain' });
        response.end(`${image}\n`);
        return;
      }
      answer(201, { code: 0, data: { url: image } });
    })();
  });
  return { received, ...(await listenLocally(server)) };
};

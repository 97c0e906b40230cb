import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal, type Call, type Routes } from './answers.ts';

export const compile = (routes: Routes) =>
  Object.entries(routes).map(([name, handle]) => ({
    name,
    handle,
    pattern: new RegExp(`^${name.replaceAll(':', '([^/]+)')}$`, 'u'),
  }));

export const describeCall = (
  request: IncomingMessage,
  names: readonly string[],
  query: URLSearchParams,
  body: Buffer<ArrayBuffer>,
): Call => {
  const headers = new Headers({ 'Content-Type': request.headers['content-type'] ?? '' });
  return {
    names: names.map(decodeURIComponent),
    query,
    headers,
    json: async () => JSON.parse(body.toString()) as Record<string, unknown>,
    form: () => new Response(body, { headers }).formData(),
  };
};

export const send = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
};

export const sendError = (response: ServerResponse, error: unknown): void => {
  const { status, code, message } =
    error instanceof Refusal ? error : new Refusal(500, 0, `the stand-in fails: ${String(error)}`);
  send(response, status, {
    success: false,
    result: null,
    errors: [{ code, message }],
    messages: [],
  });
};

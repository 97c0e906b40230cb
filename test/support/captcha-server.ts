import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { TestProject } from 'vitest/node';
import { ANY_ADDRESS, SECRETS, SITE_KEYS, type Solved } from './captcha.ts';
import { answerForWidget } from './captcha-widgets.ts';
import { answerWithoutEnd } from './endless-answers.ts';
import { listenLocally, readAll } from './local-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    captchaServerUrl: string;
  }
}

const failures = new Map<string, number>();

/**
 * Starts a local server with the protocols of the captcha vendors, under `/a`, `/b` and `/c`, and their widget scripts,
 * under `/a/widget.js` and so on. Some paths answer without end.
 */
export function startCaptchaServer(): ReturnType<typeof listenLocally> {
  return listenLocally(createServer((request, response) => void answer(request, response)));
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, close } = await startCaptchaServer();
  project.provide('captchaServerUrl', url);
  return close;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (answerWithoutEnd(request, response)) return;
  if (request.method === 'GET') return answerForWidget(request, response);
  const form = new URLSearchParams(await readAll(request));
  const url = new URL(request.url ?? '', 'http://localhost');
  const text = form.get('response') ?? form.get('captcha_output') ?? '';
  const solved = readSolved(text);
  const failed = failures.get(text) ?? 0;
  failures.set(text, failed + 1);
  const failure = failed < (solved.failures ?? 0) ? 500 : solved.failure;
  if (failure === 'hang') return;
  if (failure === 'break') {
    response.writeHead(200, { 'Content-Length': '1000' }).write('{"succ');
    setTimeout(() => response.destroy(), 20);
  } else if (typeof failure === 'number') {
    response.writeHead(failure, { Location: url.pathname }).end('{"success":true}');
  } else {
    const verdicts: Record<string, () => object> = {
      '/a': () => siteverify(form, SECRETS.a, null),
      '/b': () => siteverify(form, SECRETS.b, SITE_KEYS.b),
      '/c': () => validateLot(url, form),
    };
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(solved.body ?? JSON.stringify(verdicts[url.pathname]?.()));
  }
}

/** Decodes answers: JSON in base64url, which is visible ASCII. */
function readSolved(text: string | null): Solved {
  return JSON.parse(
    Buffer.from(text?.split('.')[0] ?? '', 'base64url').toString() || '{}',
  ) as Solved;
}

/** The vendor's response to a token; `siteKey` is null for a protocol without one. */
function siteverify(form: URLSearchParams, secret: string, siteKey: string | null): object {
  if (form.get('secret') !== secret) {
    return { success: false, 'error-codes': ['invalid-input-secret'] };
  }
  if (siteKey !== null && form.get('sitekey') !== siteKey) {
    return { success: false, 'error-codes': ['sitekey-secret-mismatch'] };
  }
  const { hostname, action, address, errors } = readSolved(form.get('response'));
  const isTheirs = address === ANY_ADDRESS || (address ?? null) === form.get('remoteip');
  const codes = errors ?? (isTheirs ? [] : ['invalid-input-response']);
  return codes.length > 0
    ? { success: false, 'error-codes': codes }
    : { success: true, 'error-codes': [], challenge_ts: '2026-11-21T00:00:00Z', hostname, action };
}

function validateLot(url: URL, form: URLSearchParams): object {
  if (url.searchParams.get('captcha_id') !== SITE_KEYS.c) {
    return { status: 'error', code: '-50102', msg: 'illegal captcha_id' };
  }
  const sign = createHmac('sha256', SECRETS.c).update(form.get('lot_number') ?? '');
  const isWhole = ['pass_token', 'gen_time'].every((name) => (form.get(name) ?? '') !== '');
  if (form.get('sign_token') !== sign.digest('hex') || !isWhole) {
    return { result: 'fail', reason: 'sign_token error' };
  }
  const { lot } = readSolved(form.get('captcha_output'));
  return lot ?? { result: 'success', reason: '', captcha_args: {} };
}

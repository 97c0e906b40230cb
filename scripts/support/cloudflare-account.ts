import { ScriptError } from './fail.ts';
import { readWranglerConfig } from './wrangler-config.ts';

const API_URL = 'https://api.cloudflare.com/client/v4';
/** A query of D1 may take 30 seconds. */
const ANSWER_MS = 60_000;

/** The form of every answer. */
interface Envelope<Result> {
  readonly success: boolean;
  readonly result: Result;
  readonly errors: readonly { readonly code: number; readonly message: string }[];
}

/** An account over Cloudflare's API, without a start of wrangler, which takes a second of processor time. */
export class CloudflareAccount {
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  get<Result>(path: string): Promise<Result> {
    return this.#call('GET', path, null);
  }

  post<Result>(path: string, body: unknown): Promise<Result> {
    return this.#call('POST', path, JSON.stringify(body));
  }

  /** @throws {ScriptError} with the platform's messages and codes. */
  async #call<Result>(method: string, path: string, body: string | null): Promise<Result> {
    const headers = { Authorization: `Bearer ${this.#token}`, 'Content-Type': 'application/json' };
    const signal = AbortSignal.timeout(ANSWER_MS);
    let answer: Envelope<Result>;
    try {
      const response = await fetch(this.#url + path, { method, headers, body, signal });
      answer = toEnvelope(response.status, await response.text());
    } catch (error) {
      throw new ScriptError(`Cloudflare's API does not answer ${method} ${path}: ${reason(error)}`);
    }
    if (answer.success) return answer.result;
    const errors = answer.errors.map(({ code, message }) => `${message} [code: ${String(code)}]`);
    throw new ScriptError(`Cloudflare refuses ${method} ${path}: ${errors.join('; ')}`);
  }
}

/**
 * The account that wrangler would take, or null where only wrangler knows how to sign in: by its login, by a global key,
 * or in another region.
 */
export function findAccount(
  env: Readonly<Record<string, string | undefined>> = process.env,
): CloudflareAccount | null {
  const isOther = [
    'CLOUDFLARE_API_KEY',
    'CLOUDFLARE_COMPLIANCE_REGION',
    'WRANGLER_API_ENVIRONMENT',
  ];
  const { CLOUDFLARE_API_TOKEN: token = '', CLOUDFLARE_ACCOUNT_ID: chosen = '' } = env;
  const id = readWranglerConfig().account_id ?? chosen;
  if (token === '' || id === '' || isOther.some((name) => env[name] !== undefined)) return null;
  const url = env['CLOUDFLARE_API_BASE_URL'] ?? API_URL;
  return new CloudflareAccount(`${url}/accounts/${encodeURIComponent(id)}`, token);
}

function toEnvelope<Result>(status: number, text: string): Envelope<Result> {
  try {
    return JSON.parse(text) as Envelope<Result>;
  } catch {
    throw new Error(`status ${String(status)} without JSON`);
  }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

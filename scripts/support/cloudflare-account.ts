import { ScriptError } from './fail.ts';

/** A query of D1 may take 30 seconds. */
const ANSWER_MS = 60_000;
const PAGE_ROWS = 100;

/** The form of every answer. */
interface Envelope<Result> {
  readonly success: boolean;
  readonly result: Result;
  readonly errors: readonly { readonly code: number; readonly message: string }[];
}

/** The platform's own refusal, with its codes. */
export class CloudflareRefusal extends ScriptError {
  readonly codes: readonly number[];

  constructor(call: string, errors: Envelope<unknown>['errors']) {
    const texts = errors.map(({ code, message }) => `${message} [code: ${String(code)}]`);
    super(`Cloudflare refuses ${call}: ${texts.join('; ')}`);
    this.codes = errors.map(({ code }) => code);
  }
}

/** Cloudflare's API, without a start of wrangler, which takes a second of processor time. */
export class CloudflareApi {
  readonly #url: string;
  readonly #credentials: Readonly<Record<string, string>>;

  /** @param credentials headers. */
  constructor(url: string, credentials: Readonly<Record<string, string>>) {
    this.#url = url;
    this.#credentials = credentials;
  }

  get<Result>(path: string): Promise<Result> {
    return this.#call('GET', path, null);
  }

  post<Result>(path: string, body: unknown): Promise<Result> {
    return this.#call('POST', path, JSON.stringify(body));
  }

  /** All pages. */
  async list<Row>(path: string): Promise<Row[]> {
    const rows: Row[] = [];
    for (let page = 1; ; page += 1) {
      const query = `?page=${String(page)}&per_page=${String(PAGE_ROWS)}`;
      const more = await this.get<readonly Row[]>(path + query);
      rows.push(...more);
      if (more.length < PAGE_ROWS) return rows;
    }
  }

  /** @throws {CloudflareRefusal} @throws {ScriptError} when no answer comes. */
  async #call<Result>(method: string, path: string, body: string | null): Promise<Result> {
    const headers = { ...this.#credentials, 'Content-Type': 'application/json' };
    const signal = AbortSignal.timeout(ANSWER_MS);
    const call = `${method} ${path}`;
    let answer: Envelope<Result>;
    try {
      const response = await fetch(this.#url + path, { method, headers, body, signal });
      answer = toEnvelope(response.status, await response.text());
    } catch (error) {
      throw new ScriptError(`Cloudflare's API does not answer ${call}: ${reason(error)}`);
    }
    if (answer.success) return answer.result;
    throw new CloudflareRefusal(call, answer.errors);
  }
}

/** Paths are those below the account. */
export class CloudflareAccount extends CloudflareApi {
  readonly id: string;

  constructor(url: string, credentials: Readonly<Record<string, string>>, id: string) {
    super(`${url}/accounts/${encodeURIComponent(id)}`, credentials);
    this.id = id;
  }
}

/** @throws {Error} for what a proxy or a broken service answers in the platform's place. */
function toEnvelope<Result>(status: number, text: string): Envelope<Result> {
  const answer = parseJson(text) as Partial<Envelope<Result>> | null;
  if (answer?.success === true || Array.isArray(answer?.errors)) return answer as Envelope<Result>;
  throw new Error(`status ${String(status)}, and no answer of the API`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

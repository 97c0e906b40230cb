import { vi } from 'vitest';
import type { paths } from '../../../../src/console/api/schema.d.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type ApiOperation = {
  [Path in keyof paths]: {
    [Name in Method]: paths[Path][Name] extends { responses: unknown }
      ? `${Uppercase<Name>} ${Path}`
      : never;
  }[Method];
}[keyof paths];

/** Beside the API's document. */
type OtherOperation = 'GET /ready' | 'GET /';

type Operation = ApiOperation | OtherOperation;

type JsonData<Responses> = Responses extends {
  200: { content: { 'application/json': { data?: infer Data } } };
}
  ? Data
  : unknown;

type DataOf<Asked> = Asked extends `${infer Name} ${infer Path extends keyof paths}`
  ? paths[Path][Lowercase<Name> & Method] extends { responses: infer Responses }
    ? JsonData<Responses>
    : never
  : unknown;

/** Tests give only the fields that matter. */
type Some<Value> = Value extends readonly (infer Item)[]
  ? readonly Some<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]?: Some<Value[Key]> | undefined }
    : Value;

type Given<Asked> = Some<DataOf<Asked>> | Response | undefined;

/** The data of a success, or a whole response; a function is called for each call. */
type Answer<Asked> = Given<Asked> | ((call: ApiCall) => Given<Asked> | Promise<Given<Asked>>);

export type Answers = { [Asked in Operation]?: Answer<Asked> };

export interface ApiCall {
  readonly operation: string;
  /** The actual path: `/api/v1/images/7`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly request: Request;
}

const ORIGIN = 'http://localhost';

/**
 * Answers `fetch` until the end of the test, and records the calls. `answers` may change meanwhile; a call without an answer
 * fails like one without a network.
 */
export const fakeApi = (answers: Answers) => {
  const calls: ApiCall[] = [];
  vi.stubGlobal('fetch', async (input: Request | string | URL, init?: RequestInit) => {
    const request = input instanceof Request ? input : new Request(new URL(input, ORIGIN), init);
    const { pathname: path, searchParams: query } = new URL(request.url);
    const asked = `${request.method} ${path}`;
    const operation = Object.keys(answers).find((name) => toPattern(name).test(asked)) ?? asked;
    const call = { operation, path, query, request };
    calls.push(call);
    return untilAborted(request.signal, () => answer(answers[operation as Operation], call));
  });
  return { answers, calls };
};

/** A refusal of the service. */
export const refuse = (status: number, code: number): Response =>
  Response.json({ code, message: 'Refused', request_id: 'r' }, { status });

/** No network. */
export const disconnect = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch'));

/** Gives one answer a call; the last one remains. */
export const inTurn = (...given: (Response | (() => Promise<Response>))[]) => {
  const left = [...given];
  return async (): Promise<Response> => {
    const next = left.length > 1 ? left.shift() : left[0];
    return (await (typeof next === 'function' ? next() : next)) ?? disconnect();
  };
};

const toPattern = (operation: string): RegExp =>
  new RegExp(`^${operation.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u');

const answer = async (wanted: unknown, call: ApiCall): Promise<Response> => {
  if (wanted === undefined) throw new TypeError(`Nothing answers ${call.operation}`);
  const data: unknown = await (typeof wanted === 'function' ? wanted(call) : wanted);
  return data instanceof Response ? data.clone() : Response.json({ code: 0, data });
};

const untilAborted = async <Value>(
  signal: AbortSignal,
  ask: () => Promise<Value>,
): Promise<Value> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([ask(), promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
};

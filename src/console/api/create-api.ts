import type { Client, ClientPathsWithMethod, FetchOptions, FetchResponse } from 'openapi-fetch';
import type { paths } from './schema.d.ts';

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

export type Api = { readonly [Name in (typeof METHODS)[number]]: Method<Lowercase<Name>> };

type Method<Name extends 'get' | 'post' | 'patch' | 'delete'> = <
  Path extends ClientPathsWithMethod<Client<paths>, Name>,
  Options extends OptionsOf<paths[Path][Name]>,
>(
  path: Path,
  ...options: AllOptional<Options> extends true ? [Options?] : [Options]
) => Promise<FetchResponse<NonNullable<paths[Path][Name]>, Options, `${string}/${string}`>>;

type OptionsOf<Operation> = Pick<
  FetchOptions<Operation>,
  'params' | 'body' | 'signal' | 'keepalive'
> & { readonly parseAs?: 'stream' };

type AllOptional<Options> = Partial<Options> extends Options ? true : false;

interface Asked extends Pick<RequestInit, 'signal' | 'keepalive'> {
  readonly params?: {
    readonly path?: Readonly<Record<string, string | number>>;
    readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
    readonly header?: Readonly<Record<string, string>>;
  };
  readonly body?: unknown;
  readonly parseAs?: 'stream';
}

/** The API with the types of openapi-fetch. That library itself would be a tenth of a first visit's script. */
export function createApi(send: (request: Request) => Promise<Response>): Api {
  const ask = async (method: string, path: string, asked: Asked = {}) => {
    const response = await send(toRequest(method, path, asked));
    if (!response.ok) return { error: parse(await response.text()), response };
    if (asked.parseAs === 'stream') return { data: response.body, response };
    return { data: response.status === 204 ? undefined : await response.json(), response };
  };
  const methods = METHODS.map((method) => [
    method,
    (path: string, asked?: Asked) => ask(method, path, asked),
  ]);
  return Object.fromEntries(methods) as Api;
}

function toRequest(method: string, template: string, asked: Asked): Request {
  const { params = {}, body, parseAs: _, ...init } = asked;
  const path = template.replaceAll(/\{(\w+)\}/gu, (_part, name: string) =>
    encodeURIComponent(String(params.path?.[name])),
  );
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries(params.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const headers = { ...params.header, ...type };
  // Of undefined it is undefined: no body.
  return new Request(url, { ...init, method, headers, body: JSON.stringify(body) });
}

/** A proxy may answer with anything. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

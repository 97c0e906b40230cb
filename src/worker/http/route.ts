import { createRoute, z, type RouteConfig } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import type { ErrorName } from '../domain/errors.ts';
import type { AppEnv } from './env.ts';
import { ANSWER_TYPE, describeErrors } from './envelope.ts';
import { jsonBodyLimit, optionalJsonBody } from './middleware/body-limit.ts';
import { requireSession } from './middleware/session.ts';

/** A route as its file describes it; what all routes of its kind have in common is added here. */
export type RouteDescription<Path extends string> = Omit<
  RouteConfig,
  'path' | 'operationId' | 'security' | 'middleware'
> & {
  path: Path;
  operationId: string;
  /** Errors of its own, beside those that follow from what it asks for. */
  errors?: readonly ErrorName[];
  /** Errors that would follow from what it asks for, but that it never answers with. */
  neverErrors?: readonly ErrorName[];
};

type Security = Record<string, string[]>[];

const ERRORS_ANYWHERE: readonly ErrorName[] = [
  'internal_error',
  'database_error',
  'database_unavailable',
  'cache_unavailable',
];
const ERRORS_OF_SESSIONS: readonly ErrorName[] = [
  'sign_in_required',
  'session_expired',
  'account_suspended',
  'identity_token_refused',
  'account_busy',
  // A device's program that does not say what it is, or is too old.
  'invalid_parameter',
  'client_too_old',
];
const ERRORS_OF_FORGERY: readonly ErrorName[] = ['csrf_token_missing', 'csrf_token_invalid'];
const ERRORS_OF_JSON: readonly ErrorName[] = [
  'invalid_parameter',
  'unsupported_type',
  'body_too_large',
];

/** Describes a route that asks for no session, in code and in the API document. */
export function openRoute<
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it keeps the path's literal type
  Path extends string,
  Route extends RouteDescription<Path>,
>(route: Route, middleware: readonly MiddlewareHandler<AppEnv>[] = []) {
  return createRoute({ ...addAnswers(route), security: [], middleware: [...middleware] });
}

/**
 * Describes a route that needs a live session; by cookie or by bearer token, unless `security` says otherwise. `admit`
 * judges the session; a JSON body is read after that, and may be empty unless the route requires it.
 */
export function sessionRoute<
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it keeps the path's literal type
  Path extends string,
  Route extends RouteDescription<Path>,
>(
  route: Route,
  admit: MiddlewareHandler<AppEnv> = requireSession,
  security = securityOf(route.method),
) {
  const middleware = [admit, ...readBodyOf(route)];
  const errors = [...ERRORS_OF_SESSIONS, ...(isWrite(route.method) ? ERRORS_OF_FORGERY : [])];
  return createRoute({ ...addAnswers(route, errors), security, middleware });
}

function securityOf(method: RouteConfig['method']): Security {
  const byCookie = { cookieSession: [], ...(isWrite(method) ? { csrfToken: [] } : {}) };
  return [byCookie, { bearerSession: [] }];
}

function readBodyOf({ request }: Pick<RouteConfig, 'request'>): MiddlewareHandler<AppEnv>[] {
  const body = request?.body;
  if (body?.content[ANSWER_TYPE] === undefined) return [];
  return [body.required === true ? jsonBodyLimit : optionalJsonBody];
}

function isWrite(method: RouteConfig['method']): boolean {
  return method !== 'get';
}

/** The route as the API document has it: with a name for its answer and with each error that it can answer with. */
function addAnswers<Route extends RouteDescription<string>>(
  route: Route,
  common: readonly ErrorName[] = [],
): Route {
  const { errors = [], neverErrors = [], ...described } = route;
  const names = [...ERRORS_ANYWHERE, ...errorsOfRequest(route.request), ...common, ...errors];
  const responses = {
    ...nameAnswers(route.responses, route.operationId),
    ...describeErrors(names.filter((name) => !neverErrors.includes(name))),
  };
  return { ...described, responses } as RouteDescription<string> as Route;
}

/** What follows from the shape of a request. */
function errorsOfRequest(request: RouteConfig['request']): readonly ErrorName[] {
  const { params, query, headers, body } = request ?? {};
  return [
    ...(params === undefined ? [] : (['invalid_id'] as const)),
    ...(query === undefined && headers === undefined ? [] : (['invalid_parameter'] as const)),
    ...(body?.content[ANSWER_TYPE] === undefined ? [] : ERRORS_OF_JSON),
  ];
}

/** Every answer is a schema of the document, named after its operation. */
function nameAnswers(responses: RouteConfig['responses'], operationId: string) {
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Answer`;
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const json = 'content' in response ? response.content?.[ANSWER_TYPE] : undefined;
      if (json === undefined || !('schema' in json) || !(json.schema instanceof z.ZodType)) {
        return [status, response];
      }
      const content = { [ANSWER_TYPE]: { ...json, schema: json.schema.openapi(name) } };
      return [status, { ...response, content }];
    }),
  );
}

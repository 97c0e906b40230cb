import { createRoute, z, type RouteConfig } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import type { ApiKeyScope } from '../domain/actor.ts';
import type { ErrorName } from '../domain/errors.ts';
import { AUTHENTICATE_API_KEY_ERRORS } from '../domain/sessions/authenticate-api-key.ts';
import type { AppEnv } from './env.ts';
import { ANSWER_TYPE, describeErrors, ERRORS_ANYWHERE, REFUSED_BEFORE } from './envelope.ts';
import { jsonBodyLimit, optionalJsonBody, READ_BODY_ERRORS } from './middleware/body-limit.ts';
import { SCOPES, type ActorOf, type Scope, type ScopeRules } from './scopes.ts';

/** The scope and the operation add the common parts. */
export type RouteDescription<Path extends string> = Omit<
  RouteConfig,
  'path' | 'operationId' | 'security' | 'middleware'
> & {
  path: Path;
  operationId: string;
  scope: Scope;
  /** What an API key must allow; without it, none is taken. For the scope `session` alone. */
  keyScope?: ApiKeyScope;
  /** Of the verb that the route calls, and its own. */
  errors?: readonly ErrorName[];
  /** Never answered, though the request's shape implies them. */
  neverErrors?: readonly ErrorName[];
  /** Replaces the scope's check, and must include it. */
  admit?: MiddlewareHandler<AppEnv>;
  /** Replaces the reader of JSON bodies. */
  readBody?: MiddlewareHandler<AppEnv>;
};

const ERRORS_OF_JSON: readonly ErrorName[] = ['unsupported_type', ...READ_BODY_ERRORS];

/** For code and API document. The scope's check precedes the body, which may be empty unless the route requires it. */
export function apiRoute<
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it keeps the path's literal type
  Path extends string,
  Route extends RouteDescription<Path>,
>(route: Route) {
  const rules: ScopeRules = SCOPES[route.scope];
  const admit = route.admit ?? rules.admit;
  const { keyScope } = route;
  const admission = admit === null ? [] : [setKeyScope(keyScope), admit];
  const middleware = [...admission, ...readBodyOf(route)];
  const isWrite = route.method !== 'get';
  const keyErrors = keyScope === undefined ? [] : AUTHENTICATE_API_KEY_ERRORS;
  const described = addAnswers(route, [...rules.errors(isWrite), ...keyErrors]);
  const security = [
    ...rules.security(isWrite),
    ...(keyScope === undefined ? [] : [{ apiKey: [keyScope] }]),
  ];
  const made = createRoute({ ...described, security, middleware });
  type RouteActor = ActorOf<Route['scope'], Route['keyScope']>;
  return made as typeof made & {
    middleware: [MiddlewareHandler<{ Variables: { actor: RouteActor } }>];
  };
}

function setKeyScope(keyScope: ApiKeyScope | undefined): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set('keyScope', keyScope);
    await next();
  };
}

function readBodyOf({
  request,
  readBody,
}: Pick<RouteDescription<string>, 'request' | 'readBody'>): MiddlewareHandler<AppEnv>[] {
  const body = request?.body;
  if (body?.content[ANSWER_TYPE] === undefined) return [];
  return [readBody ?? (body.required === true ? jsonBodyLimit : optionalJsonBody)];
}

function addAnswers<Route extends RouteDescription<string>>(
  route: Route,
  common: readonly ErrorName[],
): Route {
  const {
    errors = [],
    neverErrors = [],
    scope: _scope,
    keyScope: _keyScope,
    admit: _admit,
    readBody: _readBody,
    ...described
  } = route;
  const names = [...ERRORS_ANYWHERE, ...errorsOfRequest(route.request), ...common, ...errors];
  const refusals = describeErrors(names.filter((name) => !neverErrors.includes(name)));
  const isEverRefused = Object.keys(refusals).some((status) => status.startsWith('4'));
  const responses = {
    ...nameAnswers(route.responses, route.operationId),
    ...refusals,
    ...(isEverRefused ? {} : REFUSED_BEFORE),
  };
  return { ...described, responses } as unknown as Route;
}

function errorsOfRequest(request: RouteConfig['request']): readonly ErrorName[] {
  const { params, query, headers, body } = request ?? {};
  return [
    ...(params === undefined ? [] : (['invalid_id'] as const)),
    ...(query === undefined && headers === undefined ? [] : (['invalid_parameter'] as const)),
    ...(body?.content[ANSWER_TYPE] === undefined ? [] : ERRORS_OF_JSON),
  ];
}

function nameAnswers(responses: RouteConfig['responses'], operationId: string) {
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Answer`;
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const contents = 'content' in response ? response.content : undefined;
      const json = contents?.[ANSWER_TYPE];
      if (json === undefined || !('schema' in json) || !(json.schema instanceof z.ZodType)) {
        return [status, response];
      }
      const named = { [ANSWER_TYPE]: { ...json, schema: json.schema.openapi(name) } };
      return [status, { ...response, content: { ...contents, ...named } }];
    }),
  );
}

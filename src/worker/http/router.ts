import { OpenAPIHono, type z } from '@hono/zod-openapi';
import { DomainError, type ErrorName } from '../domain/errors.ts';
import type { AppEnv } from './env.ts';

/** Refuses requests that do not fit a route's schema: invalid_id for a path, else invalid_parameter. */
export function createRouter(): OpenAPIHono<AppEnv, never> {
  return new OpenAPIHono<AppEnv, never>({
    defaultHook: (result) =>
      refuseWith(result.target === 'param' ? 'invalid_id' : 'invalid_parameter')(result),
  });
}

/** The text names the field. */
export function refuseWith(
  error: ErrorName,
): (result: { success: true } | { success: false; error: z.ZodError }) => undefined {
  return (result) => {
    if (!result.success) throw new DomainError(error, { message: describeIssues(result.error) });
  };
}

function describeIssues(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'Invalid parameter';
  const field = issue.path.join('.');
  return field === '' ? issue.message : `${field}: ${issue.message}`;
}

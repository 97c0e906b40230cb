import { OpenAPIHono, type z } from '@hono/zod-openapi';
import { DomainError, type ErrorName } from '../domain/errors.ts';
import type { AppEnv } from './env.ts';

/** Names the field and the fault of the first issue, for people. */
export const describeIssues = (error: z.ZodError): string => {
  const [issue] = error.issues;
  if (issue === undefined) return 'Invalid parameter';
  const field = issue.path.join('.');
  return field === '' ? issue.message : `${field}: ${issue.message}`;
};

/** Throws `error` with a text that names the field when a request does not fit its schema. */
export const refuseWith =
  (error: ErrorName) =>
  (result: { success: true } | { success: false; error: z.ZodError }): undefined => {
    if (!result.success) throw new DomainError(error, { message: describeIssues(result.error) });
  };

/** A router of one area. A request that does not fit its schema is 3000, an id in a path that is none 3001. */
export const createRouter = (): OpenAPIHono<AppEnv> =>
  new OpenAPIHono<AppEnv>({
    defaultHook: (result) =>
      refuseWith(result.target === 'param' ? 'invalid_id' : 'invalid_parameter')(result),
  });

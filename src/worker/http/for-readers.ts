import { DomainError, type ErrorName } from '../domain/errors.ts';
import { answerReader } from './answer-refusal.ts';
import type { AppContext } from './env.ts';

/** A person gets a page for a refusal. */
export function forReaders(answer: (c: AppContext) => Promise<Response>) {
  return async (c: AppContext): Promise<Response> => {
    const { bootGate, directory, cache, log } = c.env.services;
    try {
      await bootGate.pass(directory, cache);
      return await answer(c);
    } catch (error) {
      return answerReader(c.req.raw, error, log, c.var.requestId);
    }
  };
}

/** For what no route of pages takes: an unknown path, or a method that is not allowed. */
export function refuseMethod(missing: ErrorName, allow = 'GET, HEAD') {
  return ({ req: { method } }: AppContext): Promise<never> => {
    if (method === 'GET' || method === 'HEAD') throw new DomainError(missing);
    throw new DomainError('method_not_allowed', { allow });
  };
}

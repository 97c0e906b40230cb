import { counterServices, createServices, sharedServices, transformerServices } from './deps.ts';
import { Counters as CounterObject } from './durable/counters/object.ts';
import { Transformer as TransformerObject } from './durable/transformer/object.ts';
import { answerRefusal } from './http/answer-refusal.ts';
import { createHandler } from './http/handler.ts';
import { createLog } from './lib/log.ts';

export { PasswordHasher } from './durable/password-hasher/object.ts';
export { RateLimiter } from './durable/rate-limiter/object.ts';
export { ShareViews } from './durable/share-views/object.ts';
export { UserSessions } from './durable/sessions/object.ts';

export class Counters extends CounterObject {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, counterServices(env));
  }
}

export class Transformer extends TransformerObject {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, transformerServices(env));
  }
}

const handle = createHandler();

export default {
  fetch: (request, env, ctx) => {
    try {
      return handle(request, sharedServices(env), () => createServices(env, ctx), ctx);
    } catch (error) {
      return answerRefusal(request, error, createLog());
    }
  },
  queue: async (batch, env, ctx) => {
    const { dispatchBatch } = await import('./jobs/dispatch.ts');
    await dispatchBatch(batch, createServices(env, ctx));
  },
  scheduled: async ({ scheduledTime }, env, ctx) => {
    const { sweep } = await import('./jobs/sweep.ts');
    await sweep(createServices(env, ctx), scheduledTime);
  },
} satisfies ExportedHandler<Env>;

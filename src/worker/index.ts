import { createServices, sharedServices } from './deps.ts';
import { createHandler } from './http/handler.ts';

export { Counters } from './durable/counters/object.ts';
export { PasswordHasher } from './durable/password-hasher/object.ts';
export { RateLimiter } from './durable/rate-limiter/object.ts';
export { Transformer } from './durable/transformer/object.ts';
export { UserSessions } from './durable/sessions/object.ts';

const handle = createHandler();

export default {
  fetch: (request, env, ctx) =>
    handle(request, sharedServices(env), () => createServices(env, ctx), ctx),
  queue: async (batch, env, ctx) => {
    const { dispatchBatch } = await import('./jobs/dispatch.ts');
    await dispatchBatch(batch, createServices(env, ctx));
  },
  scheduled: async ({ scheduledTime }, env, ctx) => {
    const { sweep } = await import('./jobs/sweep.ts');
    await sweep(createServices(env, ctx), scheduledTime);
  },
} satisfies ExportedHandler<Env>;

import { createServices, sharedServices } from './deps.ts';
import { createHandler } from './http/app.ts';
import { dispatchBatch } from './jobs/dispatch.ts';
import { sweep } from './jobs/sweep.ts';

export { Counters } from './durable/counters/object.ts';
export { PasswordHasher } from './durable/password-hasher/object.ts';
export { RateLimiter } from './durable/rate-limiter/object.ts';
export { Transformer } from './durable/transformer/object.ts';
export { UserSessions } from './durable/sessions/object.ts';

const handle = createHandler();

export default {
  fetch: (request, env, ctx) =>
    handle(request, sharedServices(env), () => createServices(env, ctx), ctx),
  queue: (batch, env, ctx) => dispatchBatch(batch, createServices(env, ctx)),
  scheduled: (_controller, env, ctx) => sweep(createServices(env, ctx)),
} satisfies ExportedHandler<Env>;

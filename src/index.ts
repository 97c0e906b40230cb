import { createServices, type Env } from './deps.ts';
import { createApp } from './http/app.ts';
import { dispatchBatch } from './jobs/dispatch.ts';
import { sweep } from './jobs/sweep.ts';

export { RateLimiter } from './durable/rate-limiter/object.ts';
export { UserSessions } from './durable/sessions/object.ts';

const app = createApp();

export default {
  fetch: (request, env, ctx) => app.fetch(request, { services: createServices(env, ctx) }, ctx),
  queue: (batch, env, ctx) => dispatchBatch(batch, createServices(env, ctx)),
  scheduled: (_controller, env, ctx) => sweep(createServices(env, ctx)),
} satisfies ExportedHandler<Env>;

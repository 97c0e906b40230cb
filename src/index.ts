import { createServices, type Env } from './deps.ts';
import { createApp } from './http/app.ts';

export { RateLimiter } from './durable/rate-limiter/object.ts';
export { UserSessions } from './durable/sessions/object.ts';

const app = createApp();

export default {
  fetch: (request, env, ctx) => app.fetch(request, { services: createServices(env, ctx) }, ctx),
} satisfies ExportedHandler<Env>;

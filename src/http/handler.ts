import type { ExecutionContext } from 'hono';
import type { Services, SharedServices } from '../domain/services.ts';
import type * as api from './app.ts';
import { answerFromMemory, answerPublicView } from './public-view.ts';

export type RequestHandler = (
  request: Request,
  shared: SharedServices,
  createServices: () => Services,
  ctx: ExecutionContext,
) => Response | Promise<Response>;

type App = ReturnType<typeof api.createApp>;

/**
 * Returns the Worker's handler: public views are answered by themselves, everything else goes through the app, which
 * the first request that needs it loads and makes.
 */
export function createHandler(): RequestHandler {
  let made: App | undefined;
  const findApp = async (): Promise<App> => {
    if (made !== undefined) return made;
    const { createApp } = await import('./app.ts');
    return (made ??= createApp());
  };
  const answer: RequestHandler = async (request, shared, createServices, ctx) => {
    const view = await answerPublicView(request, shared, createServices, ctx);
    if (view instanceof Response) return view;
    const services = createServices();
    const app = await findApp();
    return app.fetch(request, view === null ? { services } : { services, asked: view }, ctx);
  };
  return (request, shared, createServices, ctx) =>
    answerFromMemory(request, shared, ctx) ?? answer(request, shared, createServices, ctx);
}

import type { ExecutionContext } from 'hono';
import type { Services, SharedServices } from '../domain/services.ts';
import { DomainError } from '../domain/errors.ts';
import { PAGE_ROOT } from '../domain/links/make-link.ts';
import { createLog } from '../lib/log.ts';
import { pathOf } from '../lib/path-of.ts';
import { answerRefusal } from './answer-refusal.ts';
import type * as api from './app.ts';
import { answerFromMemory, answerView } from './link-view.ts';
import { isAtCaptchaHost } from './same-origin.ts';

export type RequestHandler = (
  request: Request,
  shared: SharedServices,
  createServices: () => Services,
  ctx: ExecutionContext,
) => Response | Promise<Response>;

type App = ReturnType<typeof api.createApp>;

/** The first request that is neither a view of an image nor a share page loads the app. */
export function createHandler(): RequestHandler {
  let made: App | undefined;
  const findApp = async (): Promise<App> => {
    if (made !== undefined) return made;
    const { createApp } = await import('./app.ts');
    return (made ??= createApp());
  };
  const answer: RequestHandler = async (request, shared, createServices, ctx) => {
    const view = await answerView(request, shared, createServices, ctx);
    if (view !== null) return view;
    if (isPage(request)) {
      const { answerPage } = await import('./page-view.ts');
      return answerPage(request, shared, createServices, ctx);
    }
    const app = await findApp();
    return app.fetch(request, { services: createServices() }, ctx);
  };
  return (request, shared, createServices, ctx) =>
    refuseBesideCaptchas(request, shared) ??
    answerFromMemory(request, shared, ctx) ??
    answer(request, shared, createServices, ctx);
}

/** The host of captchas serves no page, no API and no image: a vendor's script there has their origin. */
function refuseBesideCaptchas(request: Request, { config }: SharedServices): Response | null {
  const isRefused =
    config.CAPTCHA_BASE_URL !== '' &&
    isAtCaptchaHost(request, config) &&
    !pathOf(request.url).startsWith('/captcha/');
  return isRefused ? answerRefusal(request, new DomainError('route_not_found'), createLog()) : null;
}

function isPage({ method, url }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && pathOf(url).startsWith(PAGE_ROOT);
}

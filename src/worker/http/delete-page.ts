import { html, raw } from 'hono/html';
import type { Language } from '../../shared/languages.ts';
import { checkDeletionToken, deleteByLink } from '../domain/images/delete-link.ts';
import { DELETE_ROOT } from './api/files/file-answer.ts';
import type { AppContext } from './env.ts';
import { NO_STORE_HEADERS } from './image-answer.ts';
import { requireReadiness } from './middleware/readiness.ts';
import { preferredLanguage } from './preferred-language.ts';
import { answerRefusal } from './answer-refusal.ts';
import { PAGE_STYLE, writeRefusalPage } from './refusal-page.ts';
import { createRouter } from './router.ts';

interface Words {
  readonly ask: readonly [title: string, hint: string, button: string];
  readonly done: readonly [title: string, hint: string];
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    ask: ['Delete this photo?', 'Its links end at once. It cannot be brought back.', 'Delete'],
    done: ['The photo is deleted', 'Copies in browsers and caches end within 10 minutes.'],
  },
  de: {
    ask: [
      'Dieses Foto löschen?',
      'Seine Links enden sofort. Es lässt sich nicht wiederherstellen.',
      'Löschen',
    ],
    done: [
      'Das Foto ist gelöscht',
      'Kopien in Browsern und Caches enden innerhalb von 10 Minuten.',
    ],
  },
  zh: {
    ask: ['删除这张图片？', '其链接将立即失效，且无法恢复。', '删除'],
    done: ['图片已删除', '浏览器和缓存中的副本会在 10 分钟内失效。'],
  },
};

const BUTTON_STYLE =
  'button { margin-top: 1.5rem; padding: 0.5rem 1.25rem; font: inherit; cursor: pointer; }';

/** A person confirms: programs fetch every address that they see, and a view must change nothing. */
export const deletePage = createRouter();
deletePage.use(DELETE_ROOT, requireReadiness);
deletePage.get(DELETE_ROOT, (c) =>
  answerPage(c, async (token) => {
    await checkDeletionToken(c.env.services, token);
    return 'ask';
  }),
);
deletePage.post(DELETE_ROOT, (c) =>
  answerPage(c, async (token) => {
    await deleteByLink(c.env.services, token);
    return 'done';
  }),
);

/** The token is the right to delete: no cookie counts, so that no other site gains by sending the form. */
async function answerPage(
  c: AppContext,
  act: (token: string) => Promise<keyof Words>,
): Promise<Response> {
  try {
    const step = await act(c.req.query('token') ?? '');
    return c.html(writePage(preferredLanguage(c.req.raw) ?? 'en', step), 200, {
      ...NO_STORE_HEADERS,
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'X-Robots-Tag': 'noindex',
    });
  } catch (error) {
    const { raw: request } = c.req;
    return answerRefusal(request, error, c.env.services.log, (refusal) =>
      writeRefusalPage(request, refusal),
    );
  }
}

function writePage(language: Language, step: keyof Words) {
  const [title, hint, button] = WORDS[language][step];
  const form =
    button === undefined ? '' : html`<form method="post"><button>${button}</button></form>`;
  return html`<!doctype html>
    <html lang="${language}">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>${title}</title>
      <style>
        ${raw(PAGE_STYLE)}
        ${raw(BUTTON_STYLE)}
      </style>
      <main>
        <h1>${title}</h1>
        <p>${hint}</p>
        ${form}
      </main>
    </html>`;
}

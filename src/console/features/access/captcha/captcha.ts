/**
 * The captcha in its own frame: vendor scripts come from other hosts and inject HTML, which the console's pages forbid.
 * The frame's document (src/worker/http/captcha-page.ts) names the vendor and the origin of the page around it.
 */

import { openWidget } from './vendors.ts';
import type { CaptchaMessage } from './messages.ts';

const place = document.getElementById('captcha');
const {
  provider = '',
  siteKey = '',
  script = '',
  console: consoleOrigin = '',
} = document.body.dataset;
const query = new URLSearchParams(location.search);

const language = query.get('language') ?? 'en';

if (place !== null && parent !== window) {
  document.documentElement.lang = language;
  openWidget(provider, {
    place,
    siteKey,
    script,
    action: query.get('action') ?? 'login',
    language,
    theme: query.get('theme') === 'dark' ? 'dark' : 'light',
    tell,
  });
}

function tell(message: CaptchaMessage): void {
  parent.postMessage(message, consoleOrigin);
}

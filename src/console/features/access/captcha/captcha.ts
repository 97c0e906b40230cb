/**
 * The captcha of the deployment, in a frame of its own: scripts of vendors come from other hosts and make markup of
 * texts, which no page of the console allows. The frame's document (src/worker/http/captcha-page.ts) says which vendor it is.
 */

import { openWidget } from './vendors.ts';
import type { CaptchaMessage } from './messages.ts';

const place = document.getElementById('captcha');
const { provider = '', siteKey = '', script = '' } = document.body.dataset;
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
  parent.postMessage(message, location.origin);
}

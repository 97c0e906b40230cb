// The browser side of the captcha vendors: scripts with the vendors' own interfaces, whose captcha is a button. Each notes
// what it can read of the page around it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ANY_ADDRESS, SITE_KEYS } from './captcha.ts';

/** Label of the button. */
export const CAPTCHA_BUTTON = 'I am a person';

const SHARED = `
  const script = document.currentScript;
  const solve = (solved) =>
    btoa(JSON.stringify({ hostname: location.hostname, address: '${ANY_ADDRESS}', ...solved }))
      .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') + '.' + crypto.randomUUID();
  const showButton = (place, pressed) => {
    const button = document.createElement('button');
    button.textContent = '${CAPTCHA_BUTTON}';
    button.addEventListener('click', pressed);
    // Vendors do so, and pages of the console may not.
    place.innerHTML = '<span style="color: gray">Vendor</span> ';
    place.append(button);
  };
  const attempt = (read) => {
    try { return String(read()); } catch ({ name }) { return name; }
  };
  document.body.dataset.reached = JSON.stringify({
    page: attempt(() => parent.document.querySelector('[type=password]').value),
    cookies: attempt(() => document.cookie),
    storage: attempt(() => JSON.stringify(localStorage)),
  });
  const begin = () => window[new URL(script.src).searchParams.get('onload')]();
`;

const SCRIPTS: Readonly<Record<string, string>> = {
  // Its captcha is in a separate frame, like the vendor's.
  '/a/widget.js': `${SHARED}
    window.turnstile = {
      render(place, { sitekey, action, callback, 'error-callback': fail }) {
        if (sitekey !== '${SITE_KEYS.a}') return fail();
        const frame = document.createElement('iframe');
        frame.src = new URL('/a/frame', script.src).href;
        place.append(frame);
        addEventListener('message', ({ source }) => {
          if (source === frame.contentWindow) callback(solve({ action }));
        });
      },
    };
    begin();`,
  '/b/widget.js': `${SHARED}
    window.hcaptcha = {
      render(place, { sitekey, callback, 'open-callback': open, 'close-callback': close, 'error-callback': fail }) {
        if (sitekey !== '${SITE_KEYS.b}') return fail();
        showButton(place, () => { open(); close(); callback(solve({})); });
      },
    };
    begin();`,
  '/c/widget.js': `${SHARED}
    window.initGeetest4 = ({ captchaId, product }, made) => {
      const heard = {};
      const widget = { lot: false, getValidate: () => widget.lot };
      for (const name of ['onReady', 'onNextReady', 'onSuccess', 'onClose', 'onError']) {
        widget[name] = (hear) => { heard[name] = hear; return widget; };
      }
      widget.appendTo = (place) => setTimeout(() => {
        if (captchaId !== '${SITE_KEYS.c}' || product !== 'float') return heard.onError();
        heard.onReady();
        showButton(place, () => {
          widget.lot = {
            captcha_id: captchaId,
            lot_number: crypto.randomUUID(),
            captcha_output: solve({}),
            pass_token: 'pass',
            gen_time: '1795219200',
          };
          heard.onSuccess();
        });
      });
      made(widget);
    };`,
};

const FRAME = `<!doctype html><title>Vendor</title><button>${CAPTCHA_BUTTON}</button>
  <script>document.querySelector('button').onclick = () => parent.postMessage('solved', '*')</script>`;

/** Responds like vendors that allow embedding in isolated pages (Cross-Origin-Resource-Policy, -Embedder-Policy). */
export const answerForWidget = ({ url = '' }: IncomingMessage, response: ServerResponse): void => {
  const { pathname } = new URL(url, 'http://localhost');
  const script = SCRIPTS[pathname];
  if (script === undefined && pathname !== '/a/frame') return void response.writeHead(404).end();
  response
    .writeHead(200, {
      'Content-Type': script === undefined ? 'text/html' : 'text/javascript',
      'Cross-Origin-Embedder-Policy': 'require-corp',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
    .end(script === undefined ? FRAME : `{${script}}`);
};

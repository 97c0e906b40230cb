import { expect, it } from 'vitest';
import { nameBrowser } from '../../../../../../src/console/features/account/model/name-browser.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  ['(Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox', 'Windows'],
  [`(X11; Linux x86_64) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
  [
    `(Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`,
    'Microsoft Edge',
    'macOS',
  ],
  [
    '(iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari',
    'iOS',
  ],
])('browser and system of Mozilla/5.0 %s are %s and %s', (text, browser, system) => {
  expect(nameBrowser(`Mozilla/5.0 ${text}`)).toEqual({ browser, system });
});

it.each([null, '', ' ', 'curl/8.0', 'x'.repeat(256), '\u00ff\u0000'])(
  'nothing is guessed from %j',
  (text) => {
    expect(nameBrowser(text)).toEqual({ browser: '', system: '' });
  },
);

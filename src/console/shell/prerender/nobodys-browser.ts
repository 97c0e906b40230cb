/**
 * As much of a browser as the console asks for until it is drawn: one on the start page, where nobody is signed in and
 * nothing has been chosen. To be imported before everything else.
 */

const storage = { getItem: () => null };

Object.assign(globalThis, {
  location: new URL('https://tintype.invalid/'),
  document: { cookie: '', documentElement: { lang: '' } },
  localStorage: storage,
  sessionStorage: storage,
  addEventListener: () => undefined,
  matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
});

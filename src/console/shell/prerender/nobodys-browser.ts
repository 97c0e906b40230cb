/** Browser globals without a session or choices, for prerendering. Must be imported first. */

const storage = { getItem: () => null };

Object.assign(globalThis, {
  location: new URL('https://tintype.invalid/'),
  document: { cookie: '', documentElement: { lang: '' } },
  localStorage: storage,
  sessionStorage: storage,
  addEventListener: () => undefined,
  matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
});

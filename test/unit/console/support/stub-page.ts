/** Of a page without events. */
export const QUIET_DOCUMENT = {
  cookie: '__Host-csrf_token=t',
  addEventListener: () => {},
  removeEventListener: () => {},
};

/** The globals of a page without cookies and events; `more` replaces or adds some. They last until another test file. */
export const stubPage = (more: object = {}): void => {
  Object.assign(globalThis, {
    location: { origin: 'http://localhost' },
    document: { cookie: '' },
    addEventListener: () => {},
    removeEventListener: () => {},
    ...more,
  });
};

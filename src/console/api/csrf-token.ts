const COOKIE = '__Host-csrf_token';

export function readCsrfToken(): string {
  const pair = document.cookie.split('; ').find((text) => text.startsWith(`${COOKIE}=`));
  return pair?.slice(COOKIE.length + 1) ?? '';
}

/** Whether a session may exist: its readable cookie is set. */
export function hasSessionCookie(): boolean {
  return readCsrfToken() !== '';
}

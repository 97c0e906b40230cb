const COOKIE = '__Host-csrf_token';

/** What writes carry to show that they come from here; empty without a session. */
export function readCsrfToken(): string {
  const pair = document.cookie.split('; ').find((text) => text.startsWith(`${COOKIE}=`));
  return pair?.slice(COOKIE.length + 1) ?? '';
}

/** Whether a session may be there: its other cookie is readable. */
export function hasSessionCookie(): boolean {
  return readCsrfToken() !== '';
}

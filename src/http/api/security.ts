/** How the routes of a session are described: by cookie or by bearer token. */
export const SESSION_SECURITY: Record<string, string[]>[] = [
  { cookieSession: [] },
  { bearerSession: [] },
];

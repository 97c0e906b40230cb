import { readApiKey } from '../lib/api-key.ts';
import { parseBearer } from '../lib/bearer.ts';

/**
 * What a program presents; null without `Authorization` and `X-API-Key`, '' when they hold nothing that could be known.
 * An API key may also stand alone in `Authorization`; `X-API-Key` takes nothing else.
 */
export function readHeaderToken(headers: Headers): string | null {
  const authorization = headers.get('Authorization');
  if (authorization !== null) return parseBearer(authorization) ?? onlyApiKey(authorization);
  const apiKey = headers.get('X-API-Key');
  return apiKey === null ? null : onlyApiKey(apiKey);
}

function onlyApiKey(value: string): string {
  return readApiKey(value) === null ? '' : value;
}

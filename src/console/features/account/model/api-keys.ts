import { api, call } from '../../../api/client.ts';
import type { ApiKey, ApiKeyRequest, IssuedApiKey } from '../../../api/types.ts';
import { unlessGone } from '../../../api/unless-gone.ts';

/** The newest first. @throws {ApiError | ConnectionError}, as the others here */
export async function readKeys(signal: AbortSignal): Promise<readonly ApiKey[]> {
  return (await call(api.GET('/api/v1/user/keys', { signal }))).items;
}

export function createKey(body: ApiKeyRequest): Promise<IssuedApiKey> {
  return call(api.POST('/api/v1/user/keys', { body }));
}

export function rotateKey(id: string): Promise<IssuedApiKey> {
  return call(api.POST('/api/v1/user/keys/{id}/rotate', { params: { path: { id } } }));
}

/** 404 counts as withdrawn. */
export function withdrawKey(id: string): Promise<void> {
  return unlessGone(call(api.DELETE('/api/v1/user/keys/{id}', { params: { path: { id } } })));
}

import type { WebActor } from '../actor.ts';
import type { Services } from '../services.ts';
import type { ListedApiKey } from '../sessions/api-key-store.ts';

export function listApiKeys(
  { apiKeys }: Pick<Services, 'apiKeys'>,
  { userId }: Pick<WebActor, 'userId'>,
): Promise<readonly ListedApiKey[]> {
  return apiKeys.listApiKeys(userId);
}

import { api, call } from '../../../api/client.ts';
import type { PublicConfig } from '../../../api/types.ts';
import { useResource, type Resource } from '../../../state/resource.ts';

export function usePublicConfig(): Resource<PublicConfig> {
  return useResource((signal) => call(api.GET('/api/v1/public/config', { signal })));
}

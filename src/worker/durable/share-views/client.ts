import type { ShareViewCounts } from '../../domain/services.ts';
import { callObject } from '../call-object.ts';
import type { ShareViews } from './object.ts';

/** One object per link. A view is not taken again after a failure, since its first call may have counted. */
export function createShareViewCounts(
  namespace: DurableObjectNamespace<ShareViews>,
): ShareViewCounts {
  const objectOf = (linkId: number) => namespace.getByName(`link:${String(linkId)}`);
  return {
    take: async (linkId, maxViews) => objectOf(linkId).take(maxViews),
    taken: (linkId) => callObject(async () => objectOf(linkId).taken()),
    forget: (linkId) => callObject(async () => objectOf(linkId).forget()),
  };
}

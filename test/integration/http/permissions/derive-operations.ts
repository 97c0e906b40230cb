import { AUDIT_ACTIONS } from '../../../../src/worker/domain/audit/record-audit.ts';
import { listOperations, type ApiOperation } from '../../../support/api-operations.ts';
import { seedPrivateImage, worker } from './cast.ts';
import type { Operation } from './operations.ts';
import type { Demand } from './rule.ts';

// The requests of the permission matrix that follow from the API document: its paths, credentials and examples.

const UNKNOWN_ID = '999999999';
const IMAGE_PATH = '/api/v1/images/{id}';

/** By method and path, as the router names them. */
export async function deriveOperations(): Promise<Record<string, Operation>> {
  const operations = (await listOperations(worker)).filter(({ path }) => path.startsWith('/api/'));
  return Object.fromEntries(
    operations.map((operation) => {
      const route = operation.path.replaceAll(/\{(\w+)\}/gu, ':$1');
      return [`${operation.method} ${route}`, deriveOperation(operation)];
    }),
  );
}

function deriveOperation(operation: ApiOperation): Operation {
  const { path, security, keyScope, example: json } = operation;
  const demand: Demand = {
    scope: path.startsWith('/api/v1/admin/') ? 'admin' : security.length > 0 ? 'session' : 'public',
    takes: security.flat(),
    keyScope,
  };
  if (path.startsWith(IMAGE_PATH)) return deriveImageOperation(operation, demand);
  if (!path.includes('{')) return { ...demand, ask: () => ({ json }) };
  return {
    ...demand,
    admitted: 4041,
    ask: () => ({ path: path.replace(/\{\w+\}/u, UNKNOWN_ID), json }),
  };
}

/** Another user's image is open to administrators for reads, and for the changes that the audit log has a name for. */
function deriveImageOperation(
  { method, path, operationId, example: json }: ApiOperation,
  demand: Demand,
): Operation {
  const action = operationId.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
  const isRead = method === 'GET';
  return {
    ...demand,
    strangers: 4031,
    isOpenToAdmins: isRead || AUDIT_ACTIONS.some((name) => name === action),
    isLocked: !isRead,
    ask: async ({ cast, owner, isSpent }) => {
      const isShared = !isSpent && owner === cast.user;
      const { imageId } = isShared ? cast.image : await seedPrivateImage(owner);
      return { path: path.replace('{id}', String(imageId)), json };
    },
  };
}

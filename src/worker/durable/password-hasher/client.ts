import type { DeriveKey } from '../../domain/services.ts';
import { callObject } from '../call-object.ts';
import type { PasswordHasher } from './object.ts';

/** Objects are stateless: any of them derives any key. */
export function createKeyDerivation(
  namespace: DurableObjectNamespace<PasswordHasher>,
  shards: number,
): DeriveKey {
  return (request) =>
    callObject(async () => {
      const shard = Math.floor(Math.random() * shards);
      return namespace.getByName(`shard-${String(shard)}`).derive(request);
    });
}

import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';

/** @throws {DomainError} permission_denied unless the actor's session is a device's. */
export function requireDevice({ kind }: Pick<Actor, 'kind'>): void {
  if (kind !== 'device') throw new DomainError('permission_denied');
}

import type { Visibility } from '../../db/schema/images.ts';
import { API_KEY_SCOPES } from '../../db/schema/objects/sessions.ts';
import type { ApiKeyScope } from '../actor.ts';
import type { AccountCopy, AuthenticationRequest, SessionRefusal } from './session-store.ts';

export { API_KEY_SCOPES };

/**
 * API keys of one user, beside the sessions in the user's object. Nothing else knows them, so a key that one call has
 * deleted admits no later call.
 *
 * - A change of the password keeps them; a suspension, and the end of the account, delete them.
 * - What makes a key, or a secret of one, is refused once the session that asks has ended.
 */
export interface ApiKeyStore {
  /** Counts an admitted request; leases a part slot on request. */
  authenticateApiKey(userId: number, request: ApiKeyRequest): Promise<ApiKeyAuthentication>;
  /** A repeated `keyId` is made once. */
  createApiKey(
    userId: number,
    sessionId: string,
    key: ApiKeyRecord,
    limit: number,
  ): Promise<ApiKeyChange | { readonly outcome: 'limit_reached' }>;
  /** SHA-256 of the key's value; null for an unknown or expired key. */
  findApiKeyHash(userId: number, keyId: string): Promise<string | null>;
  /** Newest first, expired ones too. */
  listApiKeys(userId: number): Promise<readonly ListedApiKey[]>;
  /** The earlier secret is unknown from then on. */
  rotateApiKey(
    userId: number,
    sessionId: string,
    keyId: string,
    secret: ApiKeySecret,
  ): Promise<
    ApiKeyChange | { readonly outcome: 'key_unknown' } | { readonly outcome: 'key_expired' }
  >;
  /** False for an unknown key. */
  withdrawApiKey(userId: number, keyId: string): Promise<boolean>;
}

export interface ApiKeySecret {
  readonly tokenHash: string;
  readonly start: string;
}

export interface ApiKeyTerms {
  readonly label: string;
  readonly scopes: readonly ApiKeyScope[];
  /** Of uploads that say none; null for the usual default. */
  readonly visibility: Visibility | null;
  /** Null for no limit of its own. */
  readonly requestsPerMinute: number | null;
  readonly expiresAt: number | null;
}

export interface ApiKeyRecord extends ApiKeyTerms, ApiKeySecret {
  readonly keyId: string;
  readonly createdAt: number;
}

export interface ListedApiKey extends Omit<ApiKeyRecord, 'tokenHash'> {
  /** Up to an hour late. */
  readonly lastUsedAt: number | null;
}

export interface ApiKeyRequest extends Pick<AuthenticationRequest, 'slot' | 'tokenHash'> {
  readonly scope: ApiKeyScope;
  /** Demands a key without further scopes. */
  readonly isOnlyScope: boolean;
}

export type ApiKeyAuthentication =
  | {
      readonly outcome: 'granted';
      readonly key: Pick<ApiKeyRecord, 'keyId' | 'scopes' | 'visibility'>;
      readonly account: AccountCopy;
      readonly slotId: string | null;
      readonly isFirstToday: boolean;
    }
  | { readonly outcome: SessionRefusal | 'scope_missing' }
  | { readonly outcome: 'too_many_requests'; readonly retryAfterSeconds: number }
  | { readonly outcome: 'unsure'; readonly frozenVersion: number };

export type ApiKeyChange =
  | { readonly outcome: 'done'; readonly key: ListedApiKey }
  /** Of the session that asks. */
  | { readonly outcome: 'refused'; readonly refusal: SessionRefusal | 'unsure' };

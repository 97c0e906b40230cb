import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { insertFrom, query } from '../../db/query.ts';
import { accountCopies, accountFreezes, apiKeys } from '../../db/schema/objects/sessions.ts';
import { prepareAll, prepareFirst, prepareWrite, type Params } from '../../db/statement.ts';

const LISTED_FIELDS = {
  keyId: apiKeys.keyId,
  start: apiKeys.start,
  label: apiKeys.label,
  scopes: apiKeys.scopes,
  visibility: apiKeys.visibility,
  requestsPerMinute: apiKeys.requestsPerMinute,
  createdAt: apiKeys.createdAt,
  expiresAt: apiKeys.expiresAt,
  lastUsedAt: apiKeys.lastUsedAt,
};

/** One statement, since every request by a key runs it. */
export const selectPresentedKey = prepareFirst((p: Params<{ tokenHash: string }>) =>
  query
    .select({
      keyId: apiKeys.keyId,
      scopes: apiKeys.scopes,
      visibility: apiKeys.visibility,
      requestsPerMinute: apiKeys.requestsPerMinute,
      expiresAt: apiKeys.expiresAt,
      lastUsedAt: apiKeys.lastUsedAt,
      username: accountCopies.username,
      role: accountCopies.role,
      status: accountCopies.status,
      authVersion: accountCopies.authVersion,
      seenAt: accountCopies.seenAt,
      frozenVersion: accountFreezes.authVersion,
      frozenUntil: accountFreezes.expiresAt,
    })
    .from(apiKeys)
    .crossJoin(accountCopies)
    .leftJoin(accountFreezes, sql`true`)
    .where(eq(apiKeys.tokenHash, p.tokenHash)),
);

export const selectKey = prepareFirst((p: Params<{ keyId: string }>) =>
  query.select(LISTED_FIELDS).from(apiKeys).where(eq(apiKeys.keyId, p.keyId)),
);

export const selectKeyHash = prepareFirst((p: Params<{ keyId: string; now: number }>) =>
  query
    .select({ tokenHash: apiKeys.tokenHash })
    .from(apiKeys)
    .where(
      and(eq(apiKeys.keyId, p.keyId), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, p.now))),
    ),
);

export const selectKeys = prepareAll(() =>
  query.select(LISTED_FIELDS).from(apiKeys).orderBy(desc(apiKeys.createdAt), desc(apiKeys.keyId)),
);

/** Makes none at the limit; an existing key means a repetition. `scopes` is JSON. */
export const insertKey = prepareWrite(
  (
    p: Params<{
      keyId: string;
      tokenHash: string;
      start: string;
      label: string;
      scopes: readonly string[];
      visibility: string | null;
      requestsPerMinute: number | null;
      createdAt: number;
      expiresAt: number | null;
      limit: number;
    }>,
  ) =>
    insertFrom(
      apiKeys,
      {
        keyId: p.keyId,
        tokenHash: p.tokenHash,
        start: p.start,
        label: p.label,
        scopes: p.scopes,
        visibility: p.visibility,
        requestsPerMinute: p.requestsPerMinute,
        createdAt: p.createdAt,
        expiresAt: p.expiresAt,
      },
      sql`WHERE (SELECT count(*) FROM ${apiKeys}) < ${p.limit} ON CONFLICT DO NOTHING`,
    ),
);

export const replaceSecret = prepareWrite(
  (p: Params<{ keyId: string; tokenHash: string; start: string }>) =>
    query
      .update(apiKeys)
      .set({ tokenHash: p.tokenHash, start: p.start })
      .where(eq(apiKeys.keyId, p.keyId)),
);

export const recordUse = prepareWrite((p: Params<{ keyId: string; now: number }>) =>
  query.update(apiKeys).set({ lastUsedAt: p.now }).where(eq(apiKeys.keyId, p.keyId)),
);

export const deleteKey = prepareWrite((p: Params<{ keyId: string }>) =>
  query.delete(apiKeys).where(eq(apiKeys.keyId, p.keyId)),
);

export const deleteAllKeys = prepareWrite(() => query.delete(apiKeys));

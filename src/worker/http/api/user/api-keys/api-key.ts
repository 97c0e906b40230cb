import { z } from '@hono/zod-openapi';
import {
  API_KEY_LABEL_MAX_CHARACTERS,
  API_KEY_REQUESTS_PER_MINUTE_MAX,
} from '../../../../../shared/entry-rules.ts';
import { toTimestamp } from '../../../../../shared/clock.ts';
import { OPAQUE_ID_LENGTH } from '../../../../../shared/ids.ts';
import { VISIBILITIES } from '../../../../domain/images/listed-image.ts';
import type { IssuedKey } from '../../../../domain/api-keys/issued-key.ts';
import {
  API_KEY_SCOPES,
  type ApiKeyTerms,
  type ListedApiKey,
} from '../../../../domain/sessions/api-key-store.ts';
import { plainText } from '../../../plain-text.ts';

const Scope = z.enum(API_KEY_SCOPES);

/** An ISO 8601 time has 35 characters at most: nine decimals and an offset. */
const TIME_MAX_CHARACTERS = 35;

export const ApiKeyRequest = z
  .object({
    label: plainText(API_KEY_LABEL_MAX_CHARACTERS)
      .regex(/\S/u, 'must not be blank')
      .openapi({ minLength: 1, description: 'What the key is for' }),
    scopes: z.array(Scope).min(1).max(API_KEY_SCOPES.length),
    visibility: z.enum(VISIBILITIES).nullable().optional().openapi({
      description: 'Of uploads that say none; null for the usual default',
    }),
    expires_at: z.iso
      .datetime({ offset: true })
      .max(TIME_MAX_CHARACTERS)
      .nullable()
      .optional()
      .openapi({ description: 'In the future; null for a key without an end' }),
    requests_per_minute: z.int().min(1).max(API_KEY_REQUESTS_PER_MINUTE_MAX).nullable().optional(),
  })
  .openapi('ApiKeyRequest', {
    example: { label: 'Screenshots', scopes: ['upload'], visibility: 'public' },
  });

export const ApiKey = z
  .object({
    id: z.string(),
    label: z.string(),
    start: z.string().openapi({ description: 'The ends of its random part', example: 'kPzD…E7uA' }),
    scopes: z.array(Scope),
    visibility: z.enum(VISIBILITIES).nullable(),
    expires_at: z.iso.datetime().nullable(),
    requests_per_minute: z.int().nullable(),
    last_used_at: z.iso.datetime().nullable().openapi({ description: 'Up to an hour late' }),
    created_at: z.iso.datetime(),
  })
  .openapi('ApiKey');

export const IssuedApiKey = ApiKey.extend({
  key: z.string().openapi({ description: 'Shown this once' }),
}).openapi('IssuedApiKey');

/** Any text: an id without a key is unknown, not malformed. */
export const ApiKeyIdParam = z.object({
  id: z.string().openapi({ maxLength: OPAQUE_ID_LENGTH, description: '`id` of the list' }),
});

export function toTerms(wanted: z.infer<typeof ApiKeyRequest>): ApiKeyTerms {
  const { label, scopes, visibility = null, expires_at: end, requests_per_minute: rate } = wanted;
  return {
    label,
    // In the order of the list, each once.
    scopes: API_KEY_SCOPES.filter((scope) => scopes.includes(scope)),
    visibility,
    expiresAt: end === undefined || end === null ? null : Date.parse(end),
    requestsPerMinute: rate ?? null,
  };
}

export function toApiKey(key: ListedApiKey): z.infer<typeof ApiKey> {
  const { expiresAt, lastUsedAt } = key;
  return {
    id: key.keyId,
    label: key.label,
    start: key.start,
    scopes: [...key.scopes],
    visibility: key.visibility,
    expires_at: expiresAt === null ? null : toTimestamp(expiresAt),
    requests_per_minute: key.requestsPerMinute,
    last_used_at: lastUsedAt === null ? null : toTimestamp(lastUsedAt),
    created_at: toTimestamp(key.createdAt),
  };
}

export function toIssuedApiKey({ key, value }: IssuedKey): z.infer<typeof IssuedApiKey> {
  return { ...toApiKey(key), key: value };
}
